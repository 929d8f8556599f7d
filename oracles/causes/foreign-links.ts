import { headerOf, shorten } from '../answers/json-body.ts';
import { recorded, decisiveOf, isOpen } from './blame.ts';
import type { FirstCause, Judged } from './first-cause.ts';
import { nameOf } from './names.ts';

/** Links to an address that the target does not name, where the credential is not sent (K1). */
export const foreignLinks = ({ verdicts, exchanges, target }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts.filter((each) => isOpen(each) && each.reason === 'foreign-location');
  const groups = Map.groupBy(open, ({ operation }) => operation);
  return [...groups].flatMap(([on, own]) => {
    const created = own[0] && decisiveOf(own[0], all);
    const location = created && headerOf(created, 'location');
    if (!created || location === undefined) return [];
    const origin = /^\w+:\/\/[^/?#]*/.exec(location)?.[0] ?? location;
    return [
      {
        sentence: `${nameOf(on)} sends its caller to ${shorten(origin, 60)}, which is no address of the target; the credential is not sent there. If it is the service's own, name that address in base_url or gap_base_url.`,
        target: `base_url is ${target.base_url}; gap_base_url is ${target.gap_base_url}`,
        answer: `Location: ${shorten(location, 100)}`,
        exchange: created.n,
        operation: on,
        cells: own.map(({ cell }) => cell),
      },
    ];
  });
};
