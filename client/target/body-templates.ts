import { GUESSED_BODIES } from '../../spec/guessed-bodies.ts';
import type { OperationId } from '../../spec/operations.ts';
import { messageOf } from '../usage-error.ts';

/** Values for the placeholders of a template and the argument of a body function, such as `draft.id`. Absent: not known yet. */
export interface BodyContext {
  /** Today's date, YYYY-MM-DD. */
  readonly today: string;
  readonly run: { readonly id: string };
  /** An e-mail address on the target's mail domain. */
  readonly email: string;
  readonly draft: { readonly id?: string; readonly body?: unknown };
  readonly car: { readonly id?: string; readonly body?: unknown };
  readonly person: {
    readonly id?: string;
    readonly body?: {
      readonly firstName: string;
      readonly lastName: string;
      readonly birthdate: string;
    };
  };
  readonly metadata: {
    readonly id?: string;
    readonly body?: { readonly key: string; readonly value: string };
  };
  readonly contract: { readonly id?: string };
  /** Latest price request of the draft; the amount in hundredths. */
  readonly price: { readonly amount?: number; readonly currency?: string; readonly id?: string };
  /** The user terms token. */
  readonly token?: string;
  readonly payment: { readonly term: string };
}

type PathsOf<Value, Prefix extends string = ''> = {
  [Key in keyof Value & string]-?: NonNullable<Value[Key]> extends string | number
    ? `${Prefix}${Key}`
    : | (Key extends 'body' ? `${Prefix}${Key}` : never)
      | PathsOf<NonNullable<Value[Key]>, `${Prefix}${Key}.`>;
}[keyof Value & string];

/** Every placeholder of a body template, `{{name}}`, and its meaning; a path may continue inside draft.body and car.body. */
export const PLACEHOLDERS: Readonly<Record<PathsOf<BodyContext>, string>> = {
  today: "Today's date, YYYY-MM-DD.",
  'run.id': 'Id of the run.',
  email: "An e-mail address on the target's mail domain.",
  'draft.id': 'Id of the draft.',
  'draft.body': 'The draft as it was sent.',
  'car.id': 'Id of the car (travel).',
  'car.body': 'The car as it is to be sent (travel).',
  'person.id': 'Id of the person (travel).',
  'person.body': 'The person as it is to be sent: firstName, lastName, birthdate (travel).',
  'person.body.firstName': "The person's first name (travel).",
  'person.body.lastName': "The person's last name (travel).",
  'person.body.birthdate': "The person's date of birth, YYYY-MM-DD (travel).",
  'metadata.id': 'Id of the metadata key (travel).',
  'metadata.body': 'The metadata item as it is to be sent: key, value (travel).',
  'metadata.body.key': "The metadata item's key (travel).",
  'metadata.body.value': "The metadata item's value (travel).",
  'contract.id': 'Id of the contract.',
  'price.amount': 'Amount of the newest price request, hundredths.',
  'price.currency': 'Currency of the newest price request.',
  'price.id': 'Id of the newest price request.',
  token: 'The user terms token.',
  'payment.term': 'A value of paymentTerm known to be real.',
};

/** Builds the body of an operation that the specification does not show. */
export type BodyFunction = (context: BodyContext) => unknown;

/** A template refers to a value that is not known (yet), such as `price.amount` before any price request. */
export class MissingPlaceholder extends Error {
  override readonly name = 'MissingPlaceholder';
  readonly placeholder: string;

  constructor(placeholder: string) {
    super(`the template names {{${placeholder}}}, which is not known at this step`);
    this.placeholder = placeholder;
  }
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const ONE_PLACEHOLDER = /^\{\{\s*([^{}]*?)\s*\}\}$/;

const valueOf = (name: string, context: BodyContext): unknown => {
  let value: unknown = context;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new MissingPlaceholder(name);
    value = (value as Record<string, unknown>)[key];
  }
  if (value === undefined) throw new MissingPlaceholder(name);
  return value;
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const renderText = (text: string, context: BodyContext): unknown => {
  const whole = ONE_PLACEHOLDER.exec(text)?.[1];
  if (whole !== undefined) return valueOf(whole, context);
  return text.replace(PLACEHOLDER, (_match, name: string) => asText(valueOf(name, context)));
};

/**
 * Renders a template with `{{placeholders}}` (dotted paths of BodyContext); a text that is exactly one placeholder becomes the
 * value itself, with its JSON type. Throws MissingPlaceholder.
 */
export const renderTemplate = (template: unknown, context: BodyContext): unknown => {
  if (typeof template === 'string') return renderText(template, context);
  if (Array.isArray(template)) return template.map((item) => renderTemplate(item, context));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, renderTemplate(value, context)]),
  );
};

/** Names of all placeholders in a template, each with its path. */
export const placeholdersIn = (
  template: unknown,
  path: readonly (string | number)[] = [],
): { readonly name: string; readonly path: readonly (string | number)[] }[] => {
  if (typeof template === 'string')
    return [...template.matchAll(PLACEHOLDER)].map((match) => ({ name: match[1] ?? '', path }));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) =>
    placeholdersIn(value, [...path, Array.isArray(template) ? Number(key) : key]),
  );
};

/**
 * Body of an operation that the specification does not show: the target's template or function, else the default, else
 * undefined (no body). Throws MissingPlaceholder, and an Error that names the target's function if that throws.
 */
export const bodyFor = (
  operation: OperationId,
  { bodies }: { readonly bodies: Partial<Record<OperationId, unknown>> },
  context: BodyContext,
): unknown => {
  const given = bodies[operation];
  if (typeof given !== 'function') {
    const guesses: Partial<Record<OperationId, unknown>> = GUESSED_BODIES;
    return renderTemplate(given === undefined ? guesses[operation] : given, context);
  }
  // Without getters, so that a function may print, change and keep it.
  const plain = structuredClone(context);
  try {
    return (given as BodyFunction)(plain);
  } catch (cause) {
    if (cause instanceof MissingPlaceholder) throw cause;
    throw new Error(
      `the function bodies["${operation}"] of the target threw: ${messageOf(cause)}`,
      { cause },
    );
  }
};

/** Values from earlier answers that later bodies need: ids, the latest price, the user terms token. */
export type KnownValues = Pick<BodyContext, 'contract' | 'price' | 'token'> & {
  readonly [Thing in 'draft' | 'car' | 'person' | 'metadata']: Pick<BodyContext[Thing], 'id'>;
};

/** Initial state, before any answer. */
export const NOTHING_KNOWN: KnownValues = {
  draft: {},
  car: {},
  person: {},
  metadata: {},
  contract: {},
  price: {},
};

// Separate from the schema, which loads zod: the suites use these without loading a target.

/** Default of paymentTerm (P5). */
export const DEFAULT_PAYMENT_TERMS: string[] = ['YEARLY'];
/** Default vehicle (P5). */
export const DEFAULT_VEHICLE_CODES: { code: string; vehicleType: '10' | '20'; country: string }[] =
  [{ code: '10000', vehicleType: '10', country: 'BE' }];
