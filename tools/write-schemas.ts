import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { targetFileJsonSchema } from '../client/target/target-json-schema.ts';
import { evidenceJsonSchema } from '../store/certificate/evidence-seal.ts';
import { certificateJsonSchema } from '../store/certificate/predicate.ts';
import { historyJsonSchema } from '../store/nights/history-line.ts';
import { runSchema } from '../store/run-record.ts';
import { runEventsJsonSchema } from '../store/run-events.ts';
import { waiversJsonSchema } from '../store/waivers.ts';
import { openApiOfSpecification } from '../cli/openapi/openapi-text.ts';

const SCHEMAS = {
  'client/target/target.schema.json': targetFileJsonSchema,
  'store/certificate.schema.json': certificateJsonSchema,
  'store/evidence.schema.json': evidenceJsonSchema,
  'store/run.schema.json': runSchema,
  'store/nightly-history.schema.json': historyJsonSchema,
  'store/run-events.schema.json': runEventsJsonSchema,
  'store/waivers.schema.json': waiversJsonSchema,
};

// npm run schemas: generates every JSON Schema of the project, and the OpenAPI document.
for (const [file, schema] of Object.entries(SCHEMAS)) {
  const text = await format(JSON.stringify(schema()), { parser: 'json', printWidth: 100 });
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
}

writeFileSync(new URL('../spec/openapi.json', import.meta.url), await openApiOfSpecification());
