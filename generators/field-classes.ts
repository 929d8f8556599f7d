import type { ResourceRow, NodeSchema } from '../spec/resource-rows.ts';
import { type GeneratorContext, seedMark } from './context.ts';
import {
  isObject,
  type Pointer,
  matchingPointers,
  valueAt,
  withValue,
  withoutValue,
} from './pointer.ts';
import { startDateAfter } from './dates.ts';
import {
  BIRTHDATES,
  CITIES,
  COMPANY_NAMES,
  EMAIL_FORMS,
  FIRST_NAMES,
  HOUSE_NUMBERS,
  LAST_NAMES,
  PHONES,
  STREETS,
} from './ordinary-forms.ts';
import { smallestForm } from '../spec/requirements/legal-values.ts';
import { dateFromDays, daysSinceEpoch } from './day.ts';
import { DAYS_SINCE_PURCHASE, withOldPurchase } from './gap/purchase.ts';
import { withoutStatus } from './jobloss/insured-job.ts';
import { OCCUPIED_ANSWERS, VACANT_ANSWERS } from './landlord/risk.ts';

/** A class of legal values of a field, without the body and the requirement that it belongs to. */
export interface FieldClass {
  /** The class, such as `GAP36`, `absent` or `plus-15-days`. */
  readonly name: string;
  /** Tests if a legal body has a value of the class. */
  readonly holds: (body: object, context: GeneratorContext) => boolean;
  /** Sets a value of the class in a drawn body; a result that breaks a rule is drawn again. Default: the drawn body. */
  readonly adapt?: (drawn: object, context: GeneratorContext) => object;
  /** Tests if the target's context supports the class, such as a vehicle of type 20. Default: every target. */
  readonly applies?: (context: GeneratorContext) => boolean;
  /** Optional keys that an object of this class lacks. */
  readonly mayLack?: readonly string[];
}

const stepOf = (pointer: Pointer) => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Pointers at which a body has, or could have, the field: one in every enclosing object. */
const slotsOf = (body: object, pointer: Pointer): Pointer[] => {
  const enclosing = pointer.slice(0, pointer.lastIndexOf('/'));
  return matchingPointers(body, enclosing).map((place) => `${place}/${stepOf(pointer)}`);
};

/** The class of bodies with this value in the field. */
const being = (
  pointer: Pointer,
  name: string,
  value: (context: GeneratorContext) => unknown,
): FieldClass => ({
  name,
  holds: (body, context) =>
    matchingPointers(body, pointer).some((place) => valueAt(body, place) === value(context)),
  adapt: (drawn, context) => {
    const [slot] = slotsOf(drawn, pointer);
    return slot === undefined ? drawn : withValue(drawn, slot, value(context));
  },
});

const listed = (pointer: Pointer, values: readonly unknown[]): FieldClass[] =>
  values.map((value) => being(pointer, String(value), () => value));

/** The class of bodies without the field whose enclosing object is present. */
const lacking = (pointer: Pointer): FieldClass => ({
  name: 'absent',
  holds: (body) => slotsOf(body, pointer).some((slot) => valueAt(body, slot) === undefined),
  adapt: (drawn) => {
    const [slot] = slotsOf(drawn, pointer);
    return slot === undefined ? drawn : withoutValue(drawn, slot);
  },
});

const having = (pointer: Pointer): FieldClass => ({
  name: 'present',
  holds: (body) => matchingPointers(body, pointer).length > 0,
});

const lengths = (pointer: Pointer): FieldClass[] => {
  const long = (name: string, isSo: (length: number) => boolean): FieldClass => ({
    name,
    holds: (body) => {
      const items = valueAt(body, pointer);
      return Array.isArray(items) && isSo(items.length);
    },
  });
  return [long('one', (length) => length === 1), long('several', (length) => length > 1)];
};

/** Days after today at which every service must accept a policy start (W3). */
const START_DAYS = [2, 15, 29];
/** Amounts without cents and with cents, in hundredths of EUR. */
const AMOUNTS = { 'whole-euros': 120_000, 'with-cents': 123_456 } as const;

const accented =
  (text: string) =>
  (pointer: Pointer): FieldClass[] => [being(pointer, 'with-accents', () => text)];

/** Cities with their own zip codes, though the text does not say that the two must match. */
const cities = (pointer: Pointer): FieldClass[] => {
  const zipAt = `${pointer.slice(0, pointer.lastIndexOf('/'))}/zip`;
  return Object.entries(CITIES).map(([name, { city, zip }]) => {
    const named = being(pointer, name, () => city);
    const adapt: FieldClass['adapt'] = (drawn, context) => {
      const moved = named.adapt?.(drawn, context) ?? drawn;
      return matchingPointers(moved, pointer).length === 0 ? moved : withValue(moved, zipAt, zip);
    };
    return { ...named, adapt };
  });
};

const emails = (pointer: Pointer): FieldClass[] =>
  Object.entries(EMAIL_FORMS).map(([name, form]) =>
    being(pointer, name, ({ mailDomain, mark = seedMark(0) }) => form(mailDomain, mark)),
  );

/** Classes of a text with each of these values (V17). */
const written =
  (forms: Readonly<Record<string, string>>) =>
  (pointer: Pointer): FieldClass[] =>
    Object.entries(forms).map(([name, text]) => being(pointer, name, () => text));

/** Classes of fields with this name, in addition to those of their type. */
const OWN_CLASSES: Readonly<Record<string, (pointer: Pointer) => FieldClass[]>> = {
  birthdate: written(BIRTHDATES),
  city: cities,
  email: emails,
  firstName: written(FIRST_NAMES),
  key: accented('référence'),
  lastName: written(LAST_NAMES),
  name: written(COMPANY_NAMES),
  number: written(HOUSE_NUMBERS),
  phone: written(PHONES),
  street: written(STREETS),
  startDate: (pointer) =>
    START_DAYS.map((days) =>
      being(pointer, `plus-${days}-days`, (context) => startDateAfter(context, days)),
    ),
};

const ofType = ({ pointer, schema }: ResourceRow): FieldClass[] => {
  if (schema.enum) return listed(pointer, schema.enum);
  if (schema.type === 'boolean') return listed(pointer, [true, false]);
  if (schema.type === 'array') return lengths(pointer);
  return [having(pointer)];
};

/** Classes of keys and amounts; a list of amounts leaves no other value. */
const ofValue = ({ name, pointer, schema }: ResourceRow): FieldClass[] => {
  if (stepOf(pointer) !== 'value' || schema.enum) return [];
  if (schema.type === 'string') return accented('été')(pointer);
  if (name.includes('surfaceArea')) return [];
  return Object.entries(AMOUNTS).map(([kind, amount]) => being(pointer, kind, () => amount));
};

/** The value classes of a row; rules may exclude some of them. */
export function fieldClasses(row: ResourceRow): FieldClass[] {
  const { pointer, presence } = row;
  return [
    ...ofType(row),
    ...(OWN_CLASSES[stepOf(pointer)]?.(pointer) ?? []),
    ...ofValue(row),
    ...(presence === 'optional' ? [lacking(pointer)] : []),
    ...smallestObjects(row),
  ];
}

const hasNoMore = (value: unknown, { required = [] }: NodeSchema): boolean =>
  isObject(value) && Object.keys(value).every((key) => required.includes(key));

const withoutOptional = (value: unknown, { required = [] }: NodeSchema): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => required.includes(key)))
    : value;

/** The class of bodies with an object that is empty or has only its required fields; none if V17 does not judge it. */
const smallestObjects = (row: ResourceRow): FieldClass[] => {
  const { pointer, schema } = row;
  const name = smallestForm(row);
  if (name === undefined) return [];
  return [
    {
      name,
      holds: (body) =>
        matchingPointers(body, pointer).some((place) => hasNoMore(valueAt(body, place), schema)),
      adapt: (drawn) => {
        const [place] = matchingPointers(drawn, pointer);
        return place === undefined
          ? drawn
          : withValue(drawn, place, withoutOptional(valueAt(drawn, place), schema));
      },
      mayLack: Object.keys(schema.properties ?? {}).filter(
        (key) => !schema.required?.includes(key),
      ),
    },
  ];
};

const INVOICE = '/risk/vehicle/invoice';
const RECENT_FLAG = `${INVOICE}/isPurchasedInLast6Months`;
const PURCHASED = `${INVOICE}/purchasedDate`;

/** Values that a rule forbids, or that are only observed (E1, V12), by field and class. */
export const NEVER_LEGAL: ReadonlySet<string> = new Set([
  'risk.insuredJob.isAwareOfImpendingJobloss/true',
  'risk.insuredJob.isPermanentContract/false',
  'risk.insuredJob.willUnregisterSocialFundIfClaim/false',
  'risk.insuredJob.workingAtLeast16Hours/false',
  'risk.vehicle.identification.willProvideLater/false',
]);

/** Classes that need another field changed as well, or a fact about the target, by field and class. */
export const TIED_CLASSES: Readonly<Record<string, Pick<FieldClass, 'adapt' | 'applies'>>> = {
  'risk.alreadyOccupied/absent': {
    adapt: (drawn) =>
      ['alreadyOccupied', ...OCCUPIED_ANSWERS, ...VACANT_ANSWERS].reduce(
        (draft, answer) => withoutValue(draft, `/risk/${answer}`),
        drawn,
      ),
  },
  'risk.insuredJob.employeeStatus/absent': { adapt: withoutStatus },
  'risk.vehicle.details.vehicleType/10': {
    applies: ({ vehicleCodes }) => vehicleCodes.some(({ vehicleType }) => vehicleType === '10'),
  },
  'risk.vehicle.details.vehicleType/20': {
    applies: ({ vehicleCodes }) => vehicleCodes.some(({ vehicleType }) => vehicleType === '20'),
  },
  'risk.vehicle.invoice.isPurchasedInLast6Months/false': {
    adapt: (drawn, context) => withValue(withOldPurchase(drawn, context), RECENT_FLAG, false),
  },
  'risk.vehicle.invoice.purchasedDate/absent': {
    adapt: (drawn) => withValue(withoutValue(drawn, PURCHASED), RECENT_FLAG, true),
  },
  'whiteLabelId/absent': { applies: ({ whiteLabels }) => whiteLabels.length === 1 },
  'whiteLabelId/present': { applies: ({ whiteLabels }) => whiteLabels.length > 0 },
};

/** An old purchase, which a complete draft never has by itself (E7). */
export const OLD_PURCHASE: FieldClass = {
  name: 'old',
  holds: (body, { today }) =>
    ((valueAt(body, PURCHASED) as string | undefined) ?? today) <=
    dateFromDays(daysSinceEpoch(today) - DAYS_SINCE_PURCHASE.old.min),
  adapt: withOldPurchase,
};
