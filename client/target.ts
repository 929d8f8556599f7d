import { z } from 'zod';
import { LINES } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { OPERATIONS } from '../spec/operations.ts';

// The manual of the target: what is under test, and all that the specification does not show about it. Every key has a
// default but base_url, so a service that decides everything in the obvious way needs only its addresses and a credential.

const text = z.string().min(1);
const milliseconds = z.int().min(0).max(600_000);
const address = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => !/[?#]/.test(value) && !new URL(value).username,
    'an address has no query, no fragment and no credentials in it',
  );

const invalidCredential = z
  .strictObject({
    /** Sent instead of the secret. Must be something that can never authenticate. */
    value: text.optional(),
  })
  .describe(
    'How an invalid credential is made. Default: the valid secret with four characters changed in its middle.',
  );

const auth = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.literal('none') }).describe('No credential at all.'),
  z
    .strictObject({
      scheme: z.literal('bearer'),
      token: text,
      invalid: invalidCredential.optional(),
    })
    .describe('Authorization: Bearer TOKEN.'),
  z
    .strictObject({
      scheme: z.literal('basic'),
      username: text,
      password: text,
      invalid: invalidCredential.optional(),
    })
    .describe('Authorization: Basic, username and password.'),
  z
    .strictObject({
      scheme: z.literal('apiKey'),
      in: z.enum(['header', 'query']).default('header'),
      name: text,
      key: text,
      invalid: invalidCredential.optional(),
    })
    .describe('A key in a header or in the query.'),
]);

const identity = z.strictObject({
  auth,
  note: text.optional().describe('Free text for people, such as who this is.'),
});

const place = z
  .string()
  .regex(
    /^(\/.*|header:[\w-]+|location)$/,
    'a place is a JSON pointer (/data/id), header:NAME, or location (the last segment of the Location header)',
  );
const places = z
  .union([place, z.array(place).min(1)])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .describe(
    'Where to look: a JSON pointer, header:NAME or location; of a list the first that is there.',
  );

const placesOr = (...guess: string[]) => places.default(guess);
const draftId = placesOr('/draftId', '/id', 'location');
const contractId = placesOr('/contractId', '/id', 'location');
const ids = z
  .strictObject({
    jobloss: z.strictObject({ draft: draftId, contract: contractId }).prefault({}),
    travel: z
      .strictObject({
        draft: draftId,
        car: placesOr('/carId', '/id', 'location'),
        person: placesOr('/personId', '/id', 'location'),
        metadata: placesOr('/keyId', '/id', 'location', '/key'),
        contract: contractId,
      })
      .prefault({}),
    landlord: z.strictObject({ draft: draftId, contract: contractId }).prefault({}),
    gap: z
      .strictObject({ draft: draftId, contract: placesOr('location', '/contractId', '/id') })
      .prefault({}),
  })
  .prefault({})
  .describe('Where ids are found in the answers of the creating operations.');

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

/** Builds the body of an operation that the specification does not show. */
export type BodyFunction = (context: BodyContext) => unknown;

const operationIds = OPERATIONS.map((row) => row.id) as [OperationId, ...OperationId[]];
const bodyTemplate = z.union([
  z.custom<BodyFunction>((value) => typeof value === 'function', 'a template or a function'),
  z.json(),
]);

const checkpoint = z.enum(['write', 'price', 'contract']);
const allowOrNever = z.enum(['allow', 'never']);
const perLine = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(LINES), value);

const decisions = z
  .strictObject({
    checkpoints: z
      .strictObject({
        schema: checkpoint
          .default('price')
          .describe('Wrong type, value, format, or missing inside its object.'),
        onlyAllowedWhen: checkpoint
          .default('price')
          .describe('A jobloss flag given under an employeeStatus that does not allow it.'),
        employer: checkpoint.default('contract').describe('Employer missing (jobloss).'),
        startDate: checkpoint.default('contract').describe('Start date more than 30 days ahead.'),
        roadsideAssistance: checkpoint
          .default('contract')
          .describe('Roadside assistance without isCarsAgeElligible (travel).'),
        landlordAnswers: checkpoint
          .default('contract')
          .describe('An answer missing that alreadyOccupied makes mandatory (landlord).'),
        personXorCompany: checkpoint.default('contract').describe('Person and company together.'),
        vehicleIdentification: checkpoint
          .default('contract')
          .describe('Two of registration, vin and willProvideLater together (motor gap).'),
      })
      .prefault({})
      .describe('The step at which each rule must have refused at the latest.'),
    purchaseMoment: z
      .enum(['contract', 'payment'])
      .default('contract')
      .describe(
        'When a policy counts as purchased; with payment the start date limit cannot be seen.',
      ),
    lastModified: z
      .boolean()
      .default(true)
      .describe('Whether the listed Last-Modified header is to be judged for presence.'),
    readBackDelay: milliseconds
      .default(5000)
      .describe('Milliseconds until a write must be readable.'),
    draftsMayHoldInvalidEmail: z
      .boolean()
      .optional()
      .describe('Whether a draft write takes a malformed e-mail; left out: found out.'),
    contractNeedsPrice: perLine(z.boolean())
      .default({})
      .describe(
        'Per line: whether a contract needs a price request first. Left out: not relied on.',
      ),
    othersMayRead: z
      .boolean()
      .optional()
      .describe("Whether identity `other` may read the owner's drafts. Left out: not judged."),
    paymentStatusExists: z
      .boolean()
      .default(false)
      .describe('Whether the payment status is served before any payment was made.'),
    downloadReady: z
      .boolean()
      .default(false)
      .describe('Whether the contract document can be downloaded at once.'),
    deleteCarriesBody: z
      .boolean()
      .default(true)
      .describe(
        'Whether DELETE carries its empty JSON object; false where something on the way drops it.',
      ),
    landlordBirthdateRequired: z
      .boolean()
      .default(true)
      .describe(
        'Whether the landlord person needs a birthdate; false is the narrow reading of its row.',
      ),
  })
  .prefault({})
  .describe('What this service decides where the specification leaves it open.');

const latencyLimits = z.strictObject({
  p95: milliseconds.optional(),
  p99: milliseconds.optional(),
  errorRate: z.number().min(0).max(1).optional(),
});

/** The schema of a target; the type, the defaults and `target.schema.json` follow from it. */
export const targetSchema = z.strictObject({
  name: text.default('unnamed service').describe('How reports call it.'),
  base_url: address.describe(
    'Address of the jobloss, travel and landlord lines, with or without a path.',
  ),
  gap_base_url: address.optional().describe('Address of the motor gap line. Default: base_url.'),
  identities: z
    .strictObject({
      owner: identity
        .default({ auth: { scheme: 'none' } })
        .describe('Creates and owns everything.'),
      other: identity.optional().describe('Another customer, with rights of its own.'),
      withoutRights: identity
        .optional()
        .describe('Known to the service, but without the right to call any operation.'),
    })
    .prefault({})
    .describe('Who calls. An identity left out: what needs it is not applicable.'),
  ids,
  bodies: z
    .partialRecord(z.enum(operationIds), bodyTemplate)
    .default({})
    .describe(
      'Bodies of the operations that the specification does not show, by operation id, as templates with {{placeholders}}; in a TypeScript target also functions.',
    ),
  termsToken: placesOr('/userTermsToken', '/token', '/termsToken').describe(
    'Where the user terms token is found in the answer of token-terms.',
  ),
  gapPrice: placesOr(
    '/transactionAmount',
    '/amount',
    '/price',
    '/totalPrice',
    '/totalPrice/withTaxes',
    '/prices/0/totalPrice/withTaxes',
  ).describe(
    'Where the amount is found in the motor gap price request: an amount object, or an integer in hundredths of EUR.',
  ),
  paymentTerms: z
    .array(text)
    .min(1)
    .default(['YEARLY'])
    .describe('Values of paymentTerm known to be real.'),
  vehicleCodes: z
    .array(
      z.strictObject({
        code: text,
        vehicleType: z.enum(['10', '20']).default('10'),
        country: text.default('BE'),
      }),
    )
    .min(1)
    .default([{ code: '10000', vehicleType: '10', country: 'BE' }])
    .describe('NAT vehicle codes known to be real.'),
  whiteLabels: z
    .array(text)
    .default([])
    .describe('White label ids known to be real; none: the product has only one.'),
  insurers: z
    .array(text)
    .default([])
    .describe('Casco insurer names known to be real, beside Other.'),
  decisions,
  features: z
    .strictObject({
      landlordLeads: z
        .boolean()
        .default(false)
        .describe('Whether landlord leads ("coming soon") are live.'),
    })
    .prefault({})
    .describe('What this service has of what the specification marks as optional.'),
  limits: z
    .strictObject({
      concurrency: z.int().min(1).max(256).default(8).describe('Requests under way at once.'),
      requestsPerSecond: z
        .number()
        .positive()
        .optional()
        .describe('Requests started a second at most. Left out: no limit.'),
      bodySize: z
        .int()
        .min(1024)
        .default(1_048_576)
        .describe('Largest body that may be sent, bytes.'),
      deadline: milliseconds
        .min(1)
        .default(10_000)
        .describe('Milliseconds until an answer is overdue.'),
      retryBudget: milliseconds
        .default(30_000)
        .describe('Milliseconds that one request may spend waiting for Retry-After.'),
    })
    .prefault({})
    .describe('How gently the service is to be treated.'),
  sideEffects: z
    .strictObject({
      leads: allowOrNever.default('allow').describe('Leads send e-mail.'),
      contracts: allowOrNever.default('allow').describe('Contracts may cost money.'),
    })
    .prefault({})
    .describe('With never the steps concerned are not applicable.'),
  mailDomain: text
    .default('example.com')
    .describe(
      'Domain of every e-mail address in the drafts; its mail must reach you and nobody else.',
    ),
  load: z
    .strictObject({
      allow: z
        .boolean()
        .default(false)
        .describe('Whether load may be sent to an address that is not loopback.'),
      maxRate: z.number().positive().optional().describe('Requests a second that load may reach.'),
      slo: z
        .strictObject({
          overall: latencyLimits.optional(),
          lines: perLine(latencyLimits).default({}),
        })
        .prefault({})
        .describe('Limits in milliseconds and as a share of requests.'),
    })
    .prefault({})
    .describe('Load tests.'),
});

/** A target as its user writes it, in YAML, JSON or TypeScript (`export default { … } satisfies Target`). */
export type Target = z.input<typeof targetSchema>;
/** A target with every default in place and its secrets resolved. */
export type ResolvedTarget = z.output<typeof targetSchema> & { readonly gap_base_url: string };
/** One way to present a credential. */
export type Auth = z.output<typeof auth>;
/** The three parties a target may declare. */
export type IdentityName = keyof ResolvedTarget['identities'];
