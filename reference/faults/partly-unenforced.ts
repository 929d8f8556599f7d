import { isObject, type JsonObject, withPointer } from '../json.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { inside, readAs } from './stages.ts';

/** Overlooks what a field holds in some drafts only: there it is read as if it held `value`. */
const overlooks = (
  fault: Pick<Fault, 'id' | 'what'> & { readonly requirement: string },
  operation: OperationId,
  [pointer, value]: readonly [string, unknown],
  isOverlooked: (draft: JsonObject) => boolean,
): Fault => ({
  id: fault.id,
  what: fault.what,
  breaks: { requirement: fault.requirement, operation },
  sow: (tables) => {
    readAs(tables, operation, (sent) =>
      isObject(sent) && isOverlooked(sent) ? withPointer(sent, pointer, value) : sent,
    );
  },
});

/** Faults of a field's check that the smallest draft does not show, since the check is left out only beside another field. */
export const partlyUnenforcedFaults: readonly Fault[] = [
  overlooks(
    {
      id: 'jobloss-created-in-any-language-with-a-job',
      requirement: 'JOBLOSS-FIELD-language-enum',
      what: 'Jobloss Draft Create accepts any language in a draft with a risk.',
    },
    'jobloss.draft-create',
    ['/language', 'nl'],
    ({ risk, language }) => isObject(risk) && typeof language === 'string',
  ),
  overlooks(
    {
      id: 'gap-updated-with-any-variant-beside-a-vehicle',
      requirement: 'GAP-FIELD-terms.variant-enum',
      what: 'Motor gap Draft Update accepts any variant in a draft with a vehicle.',
    },
    'gap.draft-update',
    ['/terms/variant', 'GAP36'],
    ({ risk, terms }) =>
      isObject(risk) && isObject(risk['vehicle']) && typeof inside(terms, 'variant') === 'string',
  ),
];
