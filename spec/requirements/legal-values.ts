import type { Explained, Requirement } from '../requirement.ts';
import { LEGAL_VALUES } from '../probe-descriptions.ts';
import type { ResourceRow } from '../resource-rows.ts';
import {
  bodyRows,
  FIELD_BODIES,
  FIELD_BODY_NAMES,
  type FieldBody,
  type FieldName,
  operationsWithBody,
} from './field-bodies.ts';
import { legalRules } from './field-rules.ts';

/** Objects whose smallest form the text leaves open (C6, C7, V12). */
const OPEN = /(^|\.)(insuredJob|invoice|identification)$/;

/** The smallest form of an object: without any field, or with its required ones alone. */
export type SmallestForm = 'empty' | 'required-alone';

/**
 * The smallest legal form of a row's object (V17); undefined for other values, for objects that V17 only observes,
 * and with at most one optional field, whose absence is a legal value of that field.
 */
export function smallestForm({ name, schema }: ResourceRow): SmallestForm | undefined {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(properties).length - required.length < 2 || OPEN.test(name)) return undefined;
  return required.length === 0 ? 'empty' : 'required-alone';
}

/** Bodies whose refusal can be a fail; a refusal at the contract may follow an unstated rule (V17). */
export type LegalBody = Exclude<FieldBody, 'to-contract'>;

/** Id of a field's legal values, such as `JOBLOSS-LEGAL-terms.startDate`. */
export type LegalRequirementId = {
  [B in LegalBody]: `${(typeof FIELD_BODIES)[B]['legal']}-${FieldName<B>}`;
}[LegalBody];

/** The id of the legal values of one field. */
export const legalRequirementId = (body: LegalBody, row: ResourceRow): LegalRequirementId =>
  `${FIELD_BODIES[body].legal}-${row.name}` as LegalRequirementId;

// An absent denominator has its own requirement, GAP-FRACTION-01.
const mayBeLeftOut = ({ name, presence }: ResourceRow): boolean =>
  presence === 'optional' && !name.endsWith('.denominator');

const hasValue = ({ schema }: ResourceRow): boolean => !schema.properties && !schema.items;

/** True if a field has a testable legal value: a listed value, its absence, or a small object. */
const hasLegalValues = (row: ResourceRow): boolean =>
  hasValue(row) || mayBeLeftOut(row) || smallestForm(row) !== undefined;

const SMALLEST = {
  empty: (name: string) => `with an empty ${name}`,
  'required-alone': (name: string) => `with only the required fields of ${name}`,
} as const;

const statementOf = (body: LegalBody, row: ResourceRow): string => {
  const form = smallestForm(row);
  const parts = [
    ...(hasValue(row) ? [`with any value of ${row.name} that no rule forbids`] : []),
    ...(mayBeLeftOut(row) ? [`without ${row.name} if no rule demands it`] : []),
    ...(form ? [SMALLEST[form](row.name)] : []),
  ];
  return `A ${FIELD_BODIES[body].noun} must be accepted ${parts.join(', and ')}.`;
};

const limitOf = (body: LegalBody, { name }: ResourceRow): string =>
  name === 'terms.startDate' && body !== 'gap-draft' ? '; Limits, Start date deferral' : '';

/** A refused value is one finding: that of the outermost field. */
const explainedBy = (body: LegalBody, { name }: ResourceRow): readonly Explained[] => [
  { requirement: 'LEGAL-01' },
  ...bodyRows(body)
    .filter((row) => row.name.startsWith(`${name}.`) || row.name.startsWith(`${name}[`))
    .filter(hasLegalValues)
    .map((row) => ({ requirement: legalRequirementId(body, row) })),
  // Two items with one key are two items: a service that accepts only one item refuses them as well (V10).
  ...(/(^|\.)(metadata|partnerReference)$/.test(name) ? [{ requirement: 'KEYVALUE-01' }] : []),
];

const requirementOf = (body: LegalBody, row: ResourceRow): Requirement => ({
  level: 'implied',
  statement: statementOf(body, row),
  source: `${FIELD_BODIES[body].source}, row ${row.name}${limitOf(body, row)}`,
  operations: operationsWithBody(body),
  rules: legalRules(body, row),
  proof: 'accepted-control-two-bodies',
  ...(row.name === 'whiteLabelId' && { needs: ['white-labels'] }),
  explains: explainedBy(body, row),
  sent: LEGAL_VALUES,
});

/** One requirement for the legal values of every field of the shown bodies, on each operation that carries the body. */
export const legalValues = (): readonly (readonly [LegalRequirementId, Requirement])[] =>
  FIELD_BODY_NAMES.filter((body) => body !== 'to-contract').flatMap((body) =>
    bodyRows(body)
      .filter(hasLegalValues)
      .map((row) => [legalRequirementId(body, row), requirementOf(body, row)] as const),
  );
