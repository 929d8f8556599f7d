import { z } from 'zod';

const text = z.string().trim().min(1);

const waiver = z
  .strictObject({
    requirement: text.describe(
      'Id of a requirement, such as GAP-CONTRACT-01, or a pattern with * and ?, such as GAP-*.',
    ),
    operation: text
      .default('*')
      .describe('Id of an operation, such as gap.contract-create, or a pattern with * and ?.'),
    reason: text.describe('Why the fail is accepted for now, such as the number of a ticket.'),
    owner: text.describe('Who answers for it.'),
    expires: z.iso.date().describe('The last day on which it holds, UTC, YYYY-MM-DD.'),
  })
  .describe('A fail that is accepted until a day. Errors and inconclusive cells are never waived.');

/** The schema of a waivers file (assay.waivers.yaml); `waivers.schema.json` follows from it. */
export const waiversSchema = z
  .array(waiver)
  .describe('Fails of a service that are known and accepted until a day.');

/** JSON Schema (2020-12) of a waivers file as its user writes it, for editors. */
export const waiversJsonSchema = (): object =>
  z.toJSONSchema(waiversSchema.meta({ title: 'Waivers of Assay' }), { io: 'input' });

/** The keys of one waiver. */
export const WAIVER_KEYS: readonly string[] = Object.keys(waiver.shape);
