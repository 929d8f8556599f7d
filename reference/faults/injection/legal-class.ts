import type { FieldBody } from '../../../spec/requirements/field-bodies.ts';
import { smallestForm } from '../../../spec/requirements/legal-values.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { dateIn, plusDays } from '../../calendar.ts';
import type { Call } from '../../call.ts';
import { enclosing, valuesAt } from '../../item-pointer.ts';
import { isObject } from '../../json.ts';
import { pickFor } from './row-fault.ts';

/** A class of legal values of a field that a service can refuse. */
export interface LegalClass {
  /** Such as `JOBLOSS12`, `absent` or `with-accents`. */
  readonly name: string;
  /** True if a request's body has a value of the class. */
  readonly isIn: (call: Pick<Call, 'body' | 'now' | 'tables'>) => boolean;
}

const having = (
  { pointer }: ResourceRow,
  name: string,
  isOne: (value: unknown) => boolean,
): LegalClass => ({ name, isIn: ({ body }) => valuesAt(body, pointer).some(isOne) });

const value = (row: ResourceRow, one: unknown): LegalClass =>
  having(row, String(one), (each) => each === one);

const present = (row: ResourceRow): LegalClass => having(row, 'present', () => true);

/** An empty draft lacks everything, which is a requirement of its own (D8). */
const absent = ({ pointer }: ResourceRow, body: FieldBody): LegalClass => {
  const mayBeEmpty = body.endsWith('-draft');
  const { parent, key } = enclosing(pointer);
  return {
    name: 'absent',
    isIn: (call) =>
      valuesAt(call.body, parent).some(
        (object) =>
          isObject(object) &&
          object[key] === undefined &&
          !(mayBeEmpty && parent === '' && Object.keys(object).length === 0),
      ),
  };
};

/** Days ahead from which a start date is refused, though 30 are permitted. */
const FAR = 20;

const farStart = ({ pointer }: ResourceRow): LegalClass => ({
  name: `after-${FAR}-days`,
  isIn: ({ body, now, tables }) => {
    const last = plusDays(dateIn(now, tables.choices.timeZone), FAR);
    return valuesAt(body, pointer).some((date) => String(date) > last);
  },
});

const several = (row: ResourceRow): LegalClass =>
  having(row, 'several', (items) => Array.isArray(items) && items.length > 1);

/** Amounts without cents; for the motor gap claim limit, which usually has none, amounts with cents. */
const ofCents = (row: ResourceRow): LegalClass =>
  row.name === 'terms.claimLimit.value'
    ? having(row, 'with-cents', (amount) => Number(amount) % 100 !== 0)
    : having(row, 'whole-euros', (amount) => Number(amount) % 100 === 0);

const accents = (row: ResourceRow): LegalClass =>
  having(row, 'with-accents', (name) => /[^\u0020-\u007E]/.test(String(name)));

const leapDay = (row: ResourceRow): LegalClass =>
  having(row, '29-february', (date) => String(date).endsWith('-02-29'));

/** Fields whose classes are tied to those of another field: a contradiction would be no legal body. */
const TIED: ReadonlySet<string> = new Set([
  'jobloss-draft risk.insuredJob.isPermanentContract',
  'jobloss-draft risk.insuredJob.willUnregisterSocialFundIfClaim',
  'landlord-draft policyholder.company.billingAddress',
]);

type Making = (row: ResourceRow, body: FieldBody) => LegalClass;

/**
 * Fields of which only one class can be refused alone. To refuse another would refuse all bodies of
 * a kind, such as all with a company, or all with a tenant.
 */
const OWN: Readonly<Record<string, Making>> = {
  'policyholder.company': present,
  'policyholder.person.vat': present,
  'policyholder.person': present,
  'risk.alreadyOccupied': absent,
  'risk.insuredJob.employeeStatus': (row) => value(row, 'governmentOfficial'),
  'risk.insuredJob.employer': absent,
  'risk.insuredJob.isAwareOfImpendingJobloss': absent,
  'risk.insuredJob.workingAtLeast16Hours': absent,
  'risk.cascoFactors.depreciationRate.denominator': present,
  'risk.vehicle.details.vehicleType': (row) => value(row, '20'),
  'risk.vehicle.identification.registration': present,
  'risk.vehicle.identification.vin': present,
  'risk.vehicle.identification.willProvideLater': present,
};

/**
 * Flags that depend on no other field, so that either value can be refused; no is as legal an
 * answer as yes (V16).
 */
const MAY_BE_TRUE = /\.(requestPaperCopy|has\w+)$/;

/** Fields that no contract needs, so that their presence can be refused, too. */
const MAY_BE_REFUSED = /\.(title|commercialName)$/;

const byKey: Readonly<Record<string, Making>> = {
  birthdate: leapDay,
  city: accents,
  firstName: accents,
  key: accents,
  lastName: accents,
  name: accents,
  startDate: farStart,
  street: accents,
};

/** The class for a key's value, or for an amount without limits. */
const ofValue = (row: ResourceRow): LegalClass | undefined => {
  if (row.presence !== 'required' || !row.name.endsWith('.value')) return undefined;
  if (row.schema.type === 'string') return accents(row);
  return row.schema.enum ? undefined : ofCents(row);
};

/** The class of a field's legal values that a fault refuses; undefined if a refusal were indistinguishable from a wider one. */
export const refusedClass = (body: FieldBody, row: ResourceRow): LegalClass | undefined => {
  const { name, presence, schema } = row;
  if (TIED.has(`${body} ${name}`)) return undefined;
  const own = OWN[name] ?? byKey[enclosing(row.pointer).key];
  if (own && !(body === 'jobloss-draft' && name === 'policyholder.person')) return own(row, body);
  if (schema.type === 'boolean')
    return value(row, MAY_BE_TRUE.test(name) ? pickFor(`${body} ${name}`, [true, false]) : false);
  if (schema.enum && schema.enum.length > 1)
    return value(row, pickFor(`${body} ${name}`, schema.enum));
  if (schema.type === 'array') return pickFor(`${body} ${name}`, [several, absent])(row, body);
  if (presence !== 'optional') return ofValue(row);
  return MAY_BE_REFUSED.test(name)
    ? pickFor(`${body} ${name}`, [absent, present])(row, body)
    : absent(row, body);
};

const localOf = (email: string): string => email.split('@')[0] ?? '';

/** Ordinary e-mail addresses that a narrow pattern misses (V8). */
const FORMS: Readonly<Record<string, (email: string) => boolean>> = {
  'plus-sign': (email) => localOf(email).includes('+'),
  dots: (email) => localOf(email).includes('.'),
  hyphens: (email) => localOf(email).includes('-'),
  digits: (email) => /\d/.test(localOf(email)),
  subdomain: (email) => /@[^.]+\.[^.]+\.[^.]+/.test(email),
};

/**
 * Two forms of an e-mail address per e-mail field, different from field to field, so that every
 * form is refused somewhere.
 */
export const emailFormsOf = (body: FieldBody, row: ResourceRow): readonly LegalClass[] => {
  if (row.schema.format !== 'email') return [];
  const names = Object.keys(FORMS);
  const first = names.indexOf(pickFor(`${body} ${row.name} form`, names));
  return [first, first + 2].flatMap((at) => {
    const name = names[at % names.length] ?? '';
    const isOne = FORMS[name];
    return isOne
      ? [
          {
            name,
            isIn: ({ body: sent }) =>
              valuesAt(sent, row.pointer).some((email) => isOne(String(email))),
          },
        ]
      : [];
  });
};

/** Forms of a text by the last step of its pointer, which a narrow pattern misses (V8, V17). */
const TEXT_FORMS: Readonly<Record<string, Readonly<Record<string, (text: string) => boolean>>>> = {
  birthdate: { '29-february-2000': (date) => date === '2000-02-29' },
  email: {
    'hyphen-in-domain': (email) => /@.*-/.test(email),
    'domain-with-digit': (email) => /@.*\d/.test(email),
  },
  firstName: {
    'with-blank': (name) => name.includes(' '),
    'with-apostrophe': (name) => name.includes("'"),
  },
  lastName: {
    'with-apostrophe': (name) => name.includes("'"),
    'of-two-letters': (name) => name.length < 3,
  },
  name: {
    'with-ampersand': (name) => name.includes('&'),
    'with-digits': (name) => /\d/.test(name),
  },
  number: { 'with-slash': (number) => number.includes('/') },
  phone: {
    'with-blanks': (phone) => phone.includes(' '),
    'with-dots': (phone) => phone.includes('.'),
    'with-slash': (phone) => phone.includes('/'),
  },
  street: {
    'with-apostrophe': (street) => street.includes("'"),
    'with-digits': (street) => /\d/.test(street),
  },
};

/** One further form of a text, different from field to field; none for fields without one. */
export const textFormOf = (body: FieldBody, row: ResourceRow): readonly LegalClass[] => {
  const forms = TEXT_FORMS[enclosing(row.pointer).key];
  if (!forms || row.schema.type !== 'string') return [];
  const [name, isOne] = pickFor(`${body} ${row.name} text`, Object.entries(forms));
  return [having(row, name, (text) => isOne(String(text)))];
};

/** The class of bodies with an object that has none of its optional fields, if that is legal (V17). */
export const smallestObjectOf = (row: ResourceRow): readonly LegalClass[] => {
  const name = smallestForm(row);
  const { required = [] } = row.schema;
  if (name === undefined) return [];
  const isSmallest = (value: unknown): boolean =>
    isObject(value) && Object.keys(value).every((key) => required.includes(key));
  return [{ name, isIn: ({ body }) => valuesAt(body, row.pointer).some(isSmallest) }];
};
