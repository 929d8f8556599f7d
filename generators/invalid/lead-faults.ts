import { LINES, type Line } from '../../spec/line.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { valueAt } from '../pointer.ts';
import { ABSENT } from '../record.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import type { BodyFault } from './fault.ts';
import { formVariations } from './form-variations.ts';

const EMAIL = '/policyholder/contact/email';
const inDraft = (line: Line) => ({ body: `${line}-draft`, checkpoint: 'lead' }) as const;

const without = (line: Line, variant: string, pointer: string, what: string): BodyFault =>
  bodyFault({
    ...inDraft(line),
    requirement: 'LEAD-01',
    variant: `${line}-${variant}`,
    pointer,
    kind: 'missing',
    what,
    breaks: 'lead-email',
    suits: (valid) => valueAt(valid, EMAIL) !== undefined,
    spoil: () => ABSENT,
  });

const malformed = (line: Line): BodyFault[] => {
  const row = bodyRows(`${line}-draft`).find(({ pointer }) => pointer === EMAIL) as ResourceRow;
  return formVariations(row).map(({ variant, ...variation }) => {
    const parts: FaultParts = {
      ...inDraft(line),
      ...variation,
      requirement: 'LEAD-02',
      variant: `${line}-${variant}`,
      pointer: EMAIL,
    };
    return bodyFault(parts);
  });
};

/** Drafts of which no lead by EMAIL can be made: without an e-mail address (L1), or with a malformed one (E9, V8). */
export const LEAD_FAULTS: readonly BodyFault[] = LINES.flatMap((line) => [
  without(line, 'no-email', EMAIL, 'policyholder.contact.email is missing'),
  without(line, 'no-contact', '/policyholder/contact', 'policyholder.contact is missing'),
  ...malformed(line),
]);
