import type { JudgementRuleId } from '../judgement.ts';
import type { ResourceRow } from '../resource-rows.ts';
import type { FieldBody } from './field-bodies.ts';

type Rules = readonly JudgementRuleId[];

/** Rules on all faults of fields with this name. */
const BY_KEY: Readonly<Record<string, Rules>> = {
  cascoInsurerCompany: ['V11'],
  code: ['V11'],
  currency: ['V2'],
  denominator: ['C4'],
  identification: ['V12'],
  isCarsAgeElligible: ['V13'],
  isPurchasedInLast6Months: ['C7'],
  numberOfClaimsLast5Years: ['V9'],
  vehicleType: ['V9'],
};

/** Rules on the legal values of a field only. */
const LEGAL_BY_KEY: Readonly<Record<string, Rules>> = {
  employer: ['C6'],
  isPermanentContract: ['C6'],
  startDate: ['W3', 'E6'],
  transport: ['L2', 'S14'],
  willUnregisterSocialFundIfClaim: ['C6'],
};

const BY_FORM: Readonly<Record<string, Rules>> = {
  date: ['V4'],
  'country-code': ['V3'],
  email: ['V8'],
  '^BE\\d+$': ['V7'],
  '^\\d{4}$': ['V4'],
};

const keyOf = ({ name }: ResourceRow): string => name.slice(name.lastIndexOf('.') + 1);

const byForm = ({ schema }: ResourceRow): Rules =>
  BY_FORM[schema.format ?? schema.pattern ?? ''] ?? [];

// A line may require other fields of a person than the shared type.
const personRules = (body: FieldBody, row: ResourceRow): Rules => {
  if (!/person\.(birthdate|firstName|lastName)$/.test(row.name)) return [];
  if (body === 'landlord-draft') return ['C8', 'C5'];
  return keyOf(row) === 'birthdate' ? ['C5'] : [];
};

/** The value of an Amount, as opposed to that of a surface. */
const isAmountValue = ({ name, schema }: ResourceRow): boolean =>
  schema.type === 'integer' && name.endsWith('.value') && !name.includes('surfaceArea');

/** The policyholder's e-mail may be wrong until a lead or contract needs it (E9). */
export const isPolicyholderEmail = ({ name }: ResourceRow): boolean =>
  name === 'policyholder.contact.email';

const unique = (...rules: Rules[]): Rules => [...new Set(rules.flat())];

/**
 * The judgement rules of one field fault, most specific first; `late`: those on the latest step that must refuse it.
 */
export const faultRules = (
  body: FieldBody,
  row: ResourceRow,
  kind: 'type' | 'enum' | 'format' | 'required' | 'special',
  late: Rules,
): Rules => {
  const byKey = BY_KEY[keyOf(row)] ?? [];
  if (kind === 'required') return unique(personRules(body, row), late);
  if (kind === 'format') return unique(byForm(row), isPolicyholderEmail(row) ? ['E9'] : late);
  if (kind === 'type') return unique(isAmountValue(row) ? ['V2'] : [], byKey, ['V1'], late);
  return unique(byKey, kind === 'enum' ? ['V1'] : [], late);
};

/** The judgement rules of one field's legal values, most specific first. */
export const legalRules = (body: FieldBody, row: ResourceRow): Rules => {
  const ownLimits: Rules =
    body === 'gap-draft' && /terms\.(claimLimit|startDate)/.test(row.name) ? ['C13'] : [];
  const byKey = BY_KEY[keyOf(row)] ?? LEGAL_BY_KEY[keyOf(row)] ?? [];
  const own = ownLimits.length > 0 ? ownLimits : byKey;
  return unique(own, byForm(row), row.presence === 'optional' ? personRules(body, row) : [], [
    'V17',
  ]);
};
