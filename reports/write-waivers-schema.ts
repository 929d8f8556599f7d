import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { z } from 'zod';
import { waiversSchema } from './waivers.ts';

/** JSON Schema (2020-12) of a waivers file as its user writes it, for editors. */
export const waiversJsonSchema = (): object =>
  z.toJSONSchema(waiversSchema.meta({ title: 'Waivers of Assay' }), { io: 'input' });

/** Writes `waivers.schema.json` anew, formatted as the project formats JSON. */
export const writeWaiversSchema = async (): Promise<void> => {
  const text = await format(JSON.stringify(waiversJsonSchema()), {
    parser: 'json',
    printWidth: 100,
  });
  writeFileSync(new URL('waivers.schema.json', import.meta.url), text);
};
