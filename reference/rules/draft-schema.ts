import { LINES } from '../../spec/line.ts';
import type { Choices } from '../choices.ts';
import type { RequestSchemas } from '../request-schemas.ts';
import type { Rule } from './rule.ts';
import { schemaFault } from '../validation.ts';

/** The whole draft must match its field table (E3); for services that validate only types at a write. */
export const draftSchema = (choices: Choices, schemas: RequestSchemas): Rule => ({
  id: 'draft-schema',
  lines: LINES,
  at: choices.checkpoints.schema,
  check: ({ line, body }) => {
    const schema = schemas.drafts[`${line}.draft-update`];
    const fault = schema && schemaFault(schema, body);
    return fault && { ...fault, cause: 'schema' };
  },
});
