import { CATALOGUE, type RequirementId } from '../catalogue.ts';
import type { KnownOperation, OperationId } from '../operations.ts';
import { isJudged } from '../requirement.ts';
import { componentOf } from './body-schemas.ts';
import type { DocumentFacts } from './facts.ts';
import type { JsonObject } from './field-schema.ts';
import { responsesOf } from './responses.ts';

/** Requirements that follow from a row of a table stand with their field. */
const OF_FIELDS = /-(?:type|enum|format|required|special)$|-LEGAL-|-READBACK-/;

const requirementsOn = (on: OperationId): readonly (readonly [RequirementId, string])[] =>
  [...CATALOGUE]
    .filter(([id, each]) => isJudged(each) && each.operations.includes(on) && !OF_FIELDS.test(id))
    .map(([id, { statement }]) => [id, statement]);

const describe = (row: KnownOperation): string => {
  const shape =
    row.detail === null
      ? 'The specification lists it without a detail entry.'
      : `Detail entry ${row.detail}.`;
  const soon = row.comingSoon ? ' The specification calls it coming soon.' : '';
  const rules = requirementsOn(row.id).map(([id, statement]) => `- ${id}: ${statement}`);
  return [`${shape}${soon}`, '', ...rules].join('\n');
};

const parametersOf = ({ path }: KnownOperation): readonly JsonObject[] => [
  { $ref: '#/components/parameters/version' },
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    $ref: `#/components/parameters/${name ?? ''}`,
  })),
];

const bodyOf = (row: KnownOperation, { examples, bodies }: DocumentFacts): JsonObject => {
  const { id, request, method } = row;
  if (request.shown && request.name === 'none') return {};
  const example = bodies[id] ?? examples[id];
  const shown = example === undefined ? {} : { example };
  if (request.shown && request.name !== 'none') {
    const schema = { $ref: `#/components/schemas/${componentOf(request.name)}` };
    // Many servers and proxies drop the body of a deletion (D7).
    const required = method !== 'DELETE';
    return { requestBody: { required, content: { 'application/json': { schema, ...shown } } } };
  }
  const description = 'The specification does not show whether there is a body, nor its form.';
  return {
    requestBody: { description, content: { 'application/json': { schema: {}, ...shown } } },
  };
};

/** One operation of the document: its parameters, body, answers, and the requirements that are judged on it. */
export const operationObject = (row: KnownOperation, facts: DocumentFacts): JsonObject => ({
  operationId: row.id,
  tags: [row.line],
  summary: row.name,
  description: describe(row),
  ...(row.comingSoon ? { 'x-coming-soon': true } : {}),
  parameters: parametersOf(row),
  ...bodyOf(row, facts),
  responses: responsesOf(row, facts),
});
