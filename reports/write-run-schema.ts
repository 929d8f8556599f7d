import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { z } from 'zod';
import { runRecordSchema } from './run-record.ts';

/** JSON Schema (2020-12) of run.json, for whoever reads it with other tools. */
export const runSchema = (): object =>
  z.toJSONSchema(runRecordSchema.meta({ title: 'Record of an Assay run' }), { io: 'output' });

/** Writes `run.schema.json` anew, formatted as the project formats JSON. */
export const writeRunSchema = async (): Promise<void> => {
  const text = await format(JSON.stringify(runSchema()), { parser: 'json', printWidth: 100 });
  writeFileSync(new URL('run.schema.json', import.meta.url), text);
};
