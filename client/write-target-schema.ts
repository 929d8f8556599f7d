import { writeFileSync } from 'node:fs';
import { targetJsonSchema } from './target-json-schema.ts';

/** Where the schema for editors lies. */
export const TARGET_SCHEMA_FILE = new URL('target.schema.json', import.meta.url);

/** Writes `target.schema.json` anew, formatted as the project formats JSON. */
export const writeTargetSchema = async (): Promise<void> => {
  const { format, resolveConfig } = await import('prettier');
  const options = await resolveConfig(TARGET_SCHEMA_FILE);
  const text = await format(JSON.stringify(targetJsonSchema()), { ...options, parser: 'json' });
  writeFileSync(TARGET_SCHEMA_FILE, text);
};

if (import.meta.main) await writeTargetSchema();
