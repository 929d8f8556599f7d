import { writeTargetSchema } from '../client/write-target-schema.ts';
import { writeRunSchema } from '../reports/write-run-schema.ts';
import { writeWaiversSchema } from '../reports/write-waivers-schema.ts';

// npm run schemas: the JSON Schemas of the target, of run.json and of the waivers, from the schemas in the code.
await writeTargetSchema();
await writeRunSchema();
await writeWaiversSchema();
