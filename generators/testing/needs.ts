import type { Line } from '../../spec/line.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { valueAt } from '../pointer.ts';

/** Fields of a legal draft that only a later step needs, by name. */
type Needs = Readonly<Record<string, (draft: object) => boolean>>;

const SHARED_NEEDS: Needs = {
  /** A lead by EMAIL goes to the policyholder's address (Errors, rule 2; L1). */
  'lead-email': (draft) => valueAt(draft, '/policyholder/contact/email') !== undefined,
};

const NEEDS: Readonly<Record<Line, Needs>> = {
  jobloss: SHARED_NEEDS,
  travel: SHARED_NEEDS,
  landlord: SHARED_NEEDS,
  gap: {
    ...SHARED_NEEDS,
    /** A price request is computed from the vehicle details (E5). */
    'vehicle-details': ({ risk }: GapDraft) => risk?.vehicle?.details !== undefined,
  },
};

/** Names of the needs of a price or a lead that a draft does not meet; none for a complete draft. */
export function unmetNeeds(line: Line, draft: object): string[] {
  return Object.entries(NEEDS[line])
    .filter(([, isMet]) => !isMet(draft))
    .map(([name]) => name);
}
