import { statusText } from '../answers/status-text.ts';
import { decisiveOf, isOpen, recorded } from './blame.ts';
import type { FirstCause, Judged } from './first-cause.ts';
import { counted } from './names.ts';

/** A second identity that does not authenticate, so that nothing is known of its rights (S10). */
export const staleOther = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts.filter(
    (each) =>
      isOpen(each) &&
      (each.requirement === 'AUTH-05' || each.requirement === 'AUTH-06') &&
      decisiveOf(each, all)?.response?.status === 401,
  );
  const [first] = open;
  const shown = first && decisiveOf(first, all);
  if (!shown) return [];
  return [
    {
      sentence: `The second identity was answered 401 on ${counted(open.length, 'operation')}, so nothing is known of what it may do. Its credential may have expired: renew that of identities.other, or leave identities.other out.`,
      answer: statusText(shown),
      exchange: shown.n,
      cells: open.map(({ cell }) => cell),
    },
  ];
};
