import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { targetFileJsonSchema } from '../client/target-json-schema.ts';
import { evidenceJsonSchema } from '../reports/certificate/evidence-seal.ts';
import { certificateJsonSchema } from '../reports/certificate/predicate.ts';
import { runSchema } from '../reports/run-record.ts';
import { runEventsJsonSchema } from '../reports/run-events.ts';
import { waiversJsonSchema } from '../reports/waivers.ts';

const SCHEMAS = {
  'client/target.schema.json': targetFileJsonSchema,
  'reports/certificate.schema.json': certificateJsonSchema,
  'reports/evidence.schema.json': evidenceJsonSchema,
  'reports/run.schema.json': runSchema,
  'reports/run-events.schema.json': runEventsJsonSchema,
  'reports/waivers.schema.json': waiversJsonSchema,
};

// npm run schemas: the JSON Schemas of the target, of run.json, evidence.json and certificate.json, of the events of a run and of the
// waivers, from the schemas in the code.
for (const [file, schema] of Object.entries(SCHEMAS)) {
  const text = await format(JSON.stringify(schema()), { parser: 'json', printWidth: 100 });
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
}
