import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { targetFileJsonSchema } from '../client/target-json-schema.ts';
import { evidenceJsonSchema } from '../reports/certificate/evidence-seal.ts';
import { certificateJsonSchema } from '../reports/certificate/predicate.ts';
import { historyJsonSchema } from '../reports/nightly/history-line.ts';
import { runSchema } from '../reports/run-record.ts';
import { runEventsJsonSchema } from '../reports/run-events.ts';
import { waiversJsonSchema } from '../reports/waivers.ts';
import { openApiOfSpecification } from './openapi-text.ts';

const SCHEMAS = {
  'client/target.schema.json': targetFileJsonSchema,
  'reports/certificate.schema.json': certificateJsonSchema,
  'reports/evidence.schema.json': evidenceJsonSchema,
  'reports/run.schema.json': runSchema,
  'reports/nightly-history.schema.json': historyJsonSchema,
  'reports/run-events.schema.json': runEventsJsonSchema,
  'reports/waivers.schema.json': waiversJsonSchema,
};

// npm run schemas: every JSON Schema of the project, and the OpenAPI document, from the code.
for (const [file, schema] of Object.entries(SCHEMAS)) {
  const text = await format(JSON.stringify(schema()), { parser: 'json', printWidth: 100 });
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
}

writeFileSync(new URL('../spec/openapi.json', import.meta.url), await openApiOfSpecification());
