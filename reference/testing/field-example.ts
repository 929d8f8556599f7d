import type { FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { FieldFault } from '../../spec/requirements/field-faults.ts';
import type { NodeSchema, ResourceRow } from '../../spec/resource-rows.ts';
import { changedAt, enclosing } from '../item-pointer.ts';
import { type JsonObject, isObject, withPointer } from '../json.ts';
import { BODIES } from '../../spec/bodies.ts';
import { LAST_RESORT_INSURER } from '../../spec/enumerations.ts';
import { ITEM_BODIES } from './journey.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';

const TEXTS: Readonly<Record<string, string>> = {
  date: '2001-03-10',
  email: 'eva@example.com',
  'country-code': 'BE',
  '^BE\\d+$': 'BE0123456749',
  '^\\d{4}$': '2023',
};

/** A legal value of a schema; an object with its required fields, an empty array. */
export const plainValue = (schema: NodeSchema): unknown => {
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'string') return TEXTS[schema.format ?? schema.pattern ?? ''] ?? 'plain';
  if (schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key))
      .map(([key, child]) => [key, plainValue(child)]),
  );
};

/** A legal value for a field whose schema does not determine one. */
const OWN_VALUES: Readonly<Record<string, unknown>> = { cascoInsurerCompany: LAST_RESORT_INSURER };

const filled = (
  schema: NodeSchema | undefined,
  value: unknown,
  [step, ...rest]: readonly string[],
): unknown => {
  if (!schema) throw new Error('the pointer leaves the schema');
  if (step === undefined) return value ?? plainValue(schema);
  if (step === '*') {
    const items = Array.isArray(value) && value.length > 0 ? (value as unknown[]) : [undefined];
    return items.map((item) => filled(schema.items, item, rest));
  }
  const object = (value ?? plainValue(schema)) as JsonObject;
  const inner = object[step] ?? OWN_VALUES[step];
  return { ...object, [step]: filled(schema.properties?.[step], inner, rest) };
};

const item = { key: 'a', value: 'b' };
const SAMPLES: Readonly<Record<Exclude<FieldBody, 'to-contract'>, JsonObject>> = {
  'jobloss-draft': SAMPLE_DRAFTS.jobloss,
  'travel-draft': SAMPLE_DRAFTS.travel,
  'landlord-draft': SAMPLE_DRAFTS.landlord,
  'gap-draft': SAMPLE_DRAFTS.gap,
  car: ITEM_BODIES.car,
  lead: { transport: 'EMAIL' },
  'gap-lead': { transport: 'EMAIL', partnerReference: [item] },
  'gap-price-request': { partnerReference: [item] },
};

/** Removals from the sample before a field is added, so that no rule is broken. */
const MAKING_ROOM: readonly (readonly [RegExp, (draft: JsonObject) => JsonObject])[] = [
  [/^policyholder\.company/, (draft) => withPointer(draft, '/policyholder/person', undefined)],
  [
    /willUnregisterSocialFundIfClaim$/,
    (draft) => withPointer(draft, '/risk/insuredJob', { employeeStatus: 'self-employed' }),
  ],
  [
    /identification\.(registration|willProvideLater)/,
    (draft) => withPointer(draft, '/risk/vehicle/identification', undefined),
  ],
];

/**
 * A legal body that has the field of a row; a to-contract payload starts from `made`, which fits
 * its draft.
 */
export const exampleWith = (body: FieldBody, row: ResourceRow, made?: unknown): JsonObject => {
  const sample = body === 'to-contract' ? (made as JsonObject) : SAMPLES[body];
  const room = MAKING_ROOM.filter(([name]) => name.test(row.name)).reduce(
    (draft, [, make]) => make(draft),
    sample,
  );
  const steps = row.pointer.split('/').slice(1);
  // Serialised as for sending: undefined fields are dropped.
  return JSON.parse(JSON.stringify(filled(BODIES[body], room, steps))) as JsonObject;
};

const wrongValue = ({ schema }: ResourceRow, kind: FieldFault): unknown => {
  if (kind === 'type') return schema.type === 'string' ? { value: 'abc' } : 'abc';
  if (kind === 'enum') return schema.type === 'integer' ? 7 : 'UNLISTED';
  if (kind === 'format') return 'abc';
  return schema.not
    ? schema.not.const
    : Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, child]) => [key, plainValue(child)]),
      );
};

/** The same body with one fault in the field. */
export const withWrongValue = (
  example: JsonObject,
  row: ResourceRow,
  kind: FieldFault,
): JsonObject => {
  if (kind !== 'required') return changedAt(example, row.pointer, () => wrongValue(row, kind));
  const { parent, key } = enclosing(row.pointer);
  return changedAt(example, parent, (object) =>
    isObject(object)
      ? Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
      : object,
  );
};
