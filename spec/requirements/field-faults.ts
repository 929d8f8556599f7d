import type { DeclaredCheckpoint } from '../declared-checkpoint.ts';
import type { Requirement } from '../requirement.ts';
import { DRAFTS, PROBES } from '../probe-descriptions.ts';
import type { ResourceRow } from '../resource-rows.ts';
import {
  bodyRows,
  FIELD_BODIES,
  FIELD_BODY_NAMES,
  type FieldBody,
  type FieldName,
  operationsWithBody,
} from './field-bodies.ts';
import { faultRules, isPolicyholderEmail } from './field-rules.ts';

/** Kinds of fault of one field of a body; `special`: a constraint of its row beyond type, values and format. */
export type FieldFault = 'type' | 'enum' | 'format' | 'required' | 'special';

/** Id of a field fault, such as `LANDLORD-FIELD-policyholder.company.vat-format` or `TRAVEL-CAR-plate-type`. */
export type FieldRequirementId = {
  [B in FieldBody]: `${(typeof FIELD_BODIES)[B]['faults']}-${FieldName<B>}-${FieldFault}`;
}[FieldBody];

/** The id of one fault of one field. */
export const fieldRequirementId = (
  body: FieldBody,
  row: ResourceRow,
  fault: FieldFault,
): FieldRequirementId => `${FIELD_BODIES[body].faults}-${row.name}-${fault}` as FieldRequirementId;

/** The faults that a field can have. An item of an array cannot be missing. */
export const faultsOf = ({ kinds, presence, schema }: ResourceRow): readonly FieldFault[] => [
  ...kinds,
  ...(presence === 'required' ? (['required'] as const) : []),
  ...(schema.not || schema.maxProperties !== undefined ? (['special'] as const) : []),
];

const TYPES = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  boolean: 'a boolean',
} as const;

const FORMS: Readonly<Record<string, string>> = {
  date: 'a calendar date YYYY-MM-DD',
  'country-code': 'an ISO 3166-1 alpha-2 code',
  email: 'a valid e-mail address',
  '^BE\\d+$': 'BE followed by digits',
  '^\\d{4}$': 'a year YYYY',
};

const formOf = ({ name, schema }: ResourceRow): string => {
  const form = FORMS[schema.format ?? schema.pattern ?? ''];
  if (form === undefined) throw new Error(`no words for the form of ${name}: add them to FORMS`);
  return form;
};

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

const missing = (name: string): readonly [field: string, wrong: string] => {
  const dot = name.lastIndexOf('.');
  return dot === -1
    ? ['', `without ${name}`]
    : [name.slice(0, dot), `comes without ${name.slice(dot + 1)}`];
};

const special = ({ schema }: ResourceRow): string =>
  schema.not
    ? `is ${schema.not.const}`
    : `has more than one of ${Object.keys(schema.properties ?? {}).join(', ')}`;

/**
 * The wrong field and its fault, such as `plate` and `is not a string`; no field if it is missing in the body itself.
 */
export const wrongField = (
  row: ResourceRow,
  fault: FieldFault,
): readonly [field: string, wrong: string] => {
  if (fault === 'required') return missing(row.name);
  if (fault === 'special') return [row.name, special(row)];
  if (fault === 'type') return [row.name, `is not ${TYPES[row.schema.type]}`];
  if (fault === 'enum') return [row.name, `is not ${oneOf(row.schema.enum ?? [])}`];
  return [row.name, `is not ${formOf(row)}`];
};

const statementOf = (body: FieldBody, row: ResourceRow, fault: FieldFault): string => {
  const { noun } = FIELD_BODIES[body];
  const [field, wrong] = wrongField(row, fault);
  const when = field === '' ? wrong : `if ${field} ${wrong}`;
  return fault === 'format' && isPolicyholderEmail(row)
    ? `No contract may be made from a ${noun} ${when}.`
    : `A ${noun} must be refused ${when}.`;
};

const LIMITED: Readonly<Record<string, string>> = {
  currency: '; Limits, Supported currency',
  'terms.claimLimit.value': '; Limits, Claim limit values',
};

const limitOf = ({ name }: ResourceRow): string =>
  LIMITED[name] ?? LIMITED[name.slice(name.lastIndexOf('.') + 1)] ?? '';

/** P6: motor gap has a checkpoint for the identification of the vehicle alone; the policyholder's e-mail has its own (E5, E9). */
const checkpointOf = (
  body: FieldBody,
  { name }: ResourceRow,
  fault: FieldFault,
): DeclaredCheckpoint | undefined => {
  if (!body.endsWith('-draft')) return undefined;
  if (body === 'gap-draft')
    return name === 'risk.vehicle.identification' ? 'vehicleIdentification' : undefined;
  return fault === 'format' && name.endsWith('email') ? undefined : 'schema';
};

const facts = (
  body: FieldBody,
  row: ResourceRow,
  fault: FieldFault,
): Pick<Requirement, 'needs' | 'checkpoint'> => {
  const checkpoint = checkpointOf(body, row, fault);
  const isBirthdate =
    body === 'landlord-draft' &&
    row.name === 'policyholder.person.birthdate' &&
    fault === 'required';
  return {
    ...(isBirthdate && { needs: ['landlord-birthdate'] }),
    ...(checkpoint && { checkpoint }),
  };
};

const requirementOf = (body: FieldBody, row: ResourceRow, fault: FieldFault): Requirement => {
  const { source, rules } = FIELD_BODIES[body];
  return {
    level: 'stated',
    statement: statementOf(body, row, fault),
    source: `${source}, row ${row.name}${fault === 'enum' ? limitOf(row) : ''}`,
    operations: operationsWithBody(body),
    rules: faultRules(body, row, fault, rules),
    proof: 'accepted-control',
    ...facts(body, row, fault),
    sent: body.endsWith('-draft') ? DRAFTS : PROBES,
  };
};

/** One requirement for every fault of every field of the shown bodies, on each operation that carries the body. */
export const fieldFaults = (): readonly (readonly [FieldRequirementId, Requirement])[] =>
  FIELD_BODY_NAMES.flatMap((body) =>
    bodyRows(body).flatMap((row) =>
      faultsOf(row).map(
        (fault) => [fieldRequirementId(body, row, fault), requirementOf(body, row, fault)] as const,
      ),
    ),
  );
