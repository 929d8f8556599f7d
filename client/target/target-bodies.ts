import { z } from 'zod';
import { OPERATIONS, type OperationId } from '../../spec/operations.ts';

/** What a template's placeholders name and a body function is given, such as `draft.id`. Absent: not known yet. */
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
  /** The newest price request of the draft; the amount in hundredths. */
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

/** Every placeholder of a body template, `{{name}}`, and what it stands for; a path may go on inside draft.body and car.body. */
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

const operationIds = OPERATIONS.map((row) => row.id) as [OperationId, ...OperationId[]];
const bodyTemplate = z
  .union(
    [z.custom<BodyFunction>((value) => typeof value === 'function'), z.json()],
    'a JSON value with {{placeholders}}, or in a TypeScript target a function',
  )
  .describe(
    `A JSON value with placeholders: ${Object.keys(PLACEHOLDERS)
      .map((name) => `{{${name}}}`)
      .join(', ')}; a path may go on inside draft.body and car.body.`,
  );

/** Bodies by operation id. */
export const bodies = z.partialRecord(z.enum(operationIds), bodyTemplate);
