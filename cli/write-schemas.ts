import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { targetFileJsonSchema } from '../client/target-json-schema.ts';
import { runSchema } from '../reports/run-record.ts';
import { runEventsJsonSchema } from '../reports/run-events.ts';
import { waiversJsonSchema } from '../reports/waivers.ts';
import { openApiOfSpecification } from './openapi-text.ts';

const SCHEMAS = {
  'client/target.schema.json': targetFileJsonSchema,
  'reports/run.schema.json': runSchema,
  'reports/run-events.schema.json': runEventsJsonSchema,
  'reports/waivers.schema.json': waiversJsonSchema,
};

// npm run schemas: the JSON Schemas of the target, of run.json, of the events of a run and of the waivers, and the OpenAPI document, from the code.
for (const [file, schema] of Object.entries(SCHEMAS)) {
  const text = await format(JSON.stringify(schema()), { parser: 'json', printWidth: 100 });
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
}

writeFileSync(new URL('../spec/openapi.json', import.meta.url), await openApiOfSpecification());
