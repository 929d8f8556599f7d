import { type Line, LINES } from '../../../spec/line.ts';
import { type Call, clientOf } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { Refusal } from '../../refusal.ts';

/** Looks for a thing among those of other lines when its own has none with this id. */
const alsoServes = (
  id: string,
  line: Line,
  kind: 'draft' | 'contract',
  from: readonly Line[],
  what: string,
): Fault => {
  const operation = `${line}.${kind}-get` as const;
  const find = ({ params, tables: { store } }: Call, other: Line) =>
    kind === 'draft'
      ? store.draft(other, params['draftId'] ?? '')
      : store.contract(other, params['contractId'] ?? '');
  return {
    id,
    breaks: { requirement: kind === 'draft' ? 'ID-06' : 'ID-07', operation },
    what,
    sow: (tables) => {
      const { lookUp } = tables;
      tables.lookUp = (call) => {
        try {
          lookUp(call);
        } catch (error) {
          const isUnknown = error instanceof Refusal && error.cause === 'unknown';
          const found = from.map((other) => find(call, other)).find((each) => each !== undefined);
          const isMine = call.operation.id === operation && found?.owner === clientOf(call).name;
          if (!isUnknown || !isMine || !found) throw error;
          Object.assign(call, { [kind]: found });
        }
      };
    },
  };
};

const otherThan = (line: Line): readonly Line[] => LINES.filter((each) => each !== line);

/** Things of one line that are served under the path of another. */
export const foreignIdFaults: readonly Fault[] = [
  alsoServes(
    'jobloss-serves-landlord-drafts',
    'jobloss',
    'draft',
    ['landlord'],
    'Jobloss Draft Get serves landlord drafts, too.',
  ),
  alsoServes(
    'landlord-serves-drafts-of-all-lines',
    'landlord',
    'draft',
    otherThan('landlord'),
    'Landlord Draft Get serves the drafts of every line.',
  ),
  alsoServes(
    'gap-serves-travel-drafts',
    'gap',
    'draft',
    ['travel'],
    'Motor gap Draft Get serves travel drafts, too.',
  ),
  alsoServes(
    'travel-serves-jobloss-drafts',
    'travel',
    'draft',
    ['jobloss'],
    'Travel Draft Get serves jobloss drafts, too.',
  ),
  alsoServes(
    'jobloss-serves-landlord-contracts',
    'jobloss',
    'contract',
    ['landlord'],
    'Get a contract (jobloss) serves landlord contracts, too.',
  ),
  alsoServes(
    'landlord-serves-contracts-of-all-lines',
    'landlord',
    'contract',
    otherThan('landlord'),
    'Get a contract (landlord) serves the contracts of every line.',
  ),
  alsoServes(
    'travel-serves-gap-contracts',
    'travel',
    'contract',
    ['gap'],
    'Get a contract (travel) serves motor gap contracts, too.',
  ),
  alsoServes(
    'gap-serves-contracts-of-all-lines',
    'gap',
    'contract',
    otherThan('gap'),
    'Motor gap Contract Get serves the contracts of every line.',
  ),
];
