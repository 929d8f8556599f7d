import { join } from 'node:path';
import { z } from 'zod';
import type { Network } from './network.ts';
import { LINES } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { addressProblem, shownAddress } from './address.ts';
import { readEnvFile } from './env-file.ts';

// The manual of the target: what is under test, and all that the specification does not show about it. Every key has a
// default but base_url, so a service that decides everything in the obvious way needs only its addresses and a credential.
// Every text may hold ${NAME}, the value of an environment variable; a secret in a file must be written that way.

const text = z.string().min(1);
/** What is sent for paymentTerm where the target names no value (P5). */
export const DEFAULT_PAYMENT_TERMS: string[] = ['YEARLY'];
/** The vehicle that is sent where the target names none (P5). */
export const DEFAULT_VEHICLE_CODES: { code: string; vehicleType: '10' | '20'; country: string }[] =
  [{ code: '10000', vehicleType: '10', country: 'BE' }];
const milliseconds = z.int().min(0).max(600_000);
/** An address of what is called; what is wrong with it is told without its value. */
const addressOf = (allow?: 'query') =>
  z
    .string()
    .superRefine((value, context) => {
      const problem = addressProblem(value, allow);
      if (!problem) return;
      const { wanted: message, hint } = problem;
      const params = { got: JSON.stringify(shownAddress(value)), hint };
      context.addIssue({ code: 'custom', message, params });
    })
    .meta({ format: 'uri' });
const address = addressOf();

const invalidCredential = z
  .strictObject({
    value: text
      .optional()
      .describe(
        'Sent instead of the secret or access token. Must be something that can never authenticate. Left out: the altered secret.',
      ),
  })
  .describe(
    'How an invalid credential is made. Left out: the valid secret with four characters changed in its middle.',
  );

const scheme = <const Name extends string>(name: Name) =>
  z.literal(name).describe('How the credential is presented.');
const auth = z
  .discriminatedUnion('scheme', [
    z.strictObject({ scheme: scheme('none') }).describe('No credential at all.'),
    z
      .strictObject({
        scheme: scheme('bearer'),
        token: text.describe('The token, as a reference such as ${ASSAY_TOKEN}.'),
        invalid: invalidCredential.optional(),
      })
      .describe('Authorization: Bearer TOKEN.'),
    z
      .strictObject({
        scheme: scheme('basic'),
        username: text
          .regex(/^[^:]*$/, 'a user name without a colon (RFC 7617)')
          .describe('The user name.'),
        password: text.describe('The password, as a reference such as ${ASSAY_PASSWORD}.'),
        invalid: invalidCredential.optional(),
      })
      .describe('Authorization: Basic, username and password.'),
    z
      .strictObject({
        scheme: scheme('apiKey'),
        in: z.enum(['header', 'query']).default('header').describe('Where the key is carried.'),
        name: text.describe('Name of the header or of the query parameter.'),
        key: text.describe('The key, as a reference such as ${ASSAY_API_KEY}.'),
        invalid: invalidCredential.optional(),
      })
      .describe('A key in a header or in the query.'),
    z
      .strictObject({
        scheme: scheme('oauth2'),
        tokenUrl: addressOf('query').describe('Address of the token endpoint.'),
        clientId: text.describe('The client id.'),
        clientSecret: text.describe('The client secret, as a reference such as ${ASSAY_TOKEN}.'),
        clientSecretIn: z
          .enum(['header', 'body'])
          .default('header')
          .describe(
            'Where the token endpoint is told id and secret: Authorization: Basic, or form.',
          ),
        scope: text.optional().describe('The scope that is asked for. Left out: none.'),
        parameters: z
          .record(text, text)
          .default({})
          .describe('Further fields of the token request, such as audience.'),
        invalid: invalidCredential.optional(),
      })
      .describe(
        'OAuth2 client credentials: the access token is fetched, presented as Bearer, and renewed by itself.',
      ),
  ])
  .describe('The credential and the way to present it.');

const identity = z.strictObject({
  auth,
  note: text.optional().describe('Free text for people, such as who this is. Left out: none.'),
});

const A_PLACE =
  'a JSON pointer (/data/id), header:NAME, or location (the last segment of the Location header)';
const place = z.string().regex(/^(\/.*|header:[\w-]+|location)$/, A_PLACE);
const places = z
  .union([place, z.array(place).min(1)], `${A_PLACE}, or a list of these`)
  .transform((value) => (Array.isArray(value) ? value : [value]));

const placesOr = (what: string, ...guess: string[]) =>
  places
    .prefault(guess)
    .describe(
      `Where to find ${what}: a JSON pointer, header:NAME or location; of a list the first that is there.`,
    );
const idOf = (thing: string, ...guess: string[]) => placesOr(`the id of a new ${thing}`, ...guess);
const draftId = idOf('draft', '/draftId', '/id', 'location');
const contractId = idOf('contract', '/contractId', '/id', 'location');
const idsOf = <const Shape extends z.ZodRawShape>(title: string, shape: Shape) =>
  z.strictObject(shape).describe(`Where the ids of the ${title} line are found.`);
const ids = z
  .strictObject({
    jobloss: idsOf('jobloss', { draft: draftId, contract: contractId }).prefault({}),
    travel: idsOf('travel', {
      draft: draftId,
      car: idOf('car', '/carId', '/id', 'location'),
      person: idOf('person', '/personId', '/id', 'location'),
      metadata: idOf('metadata item', '/keyId', '/id', 'location', '/key'),
      contract: contractId,
    }).prefault({}),
    landlord: idsOf('landlord', { draft: draftId, contract: contractId }).prefault({}),
    gap: idsOf('motor gap', {
      draft: draftId,
      contract: idOf('contract', 'location', '/contractId', '/id'),
    }).prefault({}),
  })
  .prefault({})
  .describe('Where ids are found in the answers of the creating operations.');

const gapPrice = z
  .union(
    [
      place,
      z.array(place).min(1),
      z
        .strictObject({
          amount: z
            .int()
            .min(0)
            .describe('The amount that a contract is asked for, in hundredths of EUR.'),
        })
        .describe('For a service whose price requests show no amount.'),
    ],
    `${A_PLACE}, a list of these, or { amount: 1325 } where a price request shows none`,
  )
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .prefault([
    '/transactionAmount',
    '/amount',
    '/price',
    '/totalPrice',
    '/totalPrice/withTaxes',
    '/prices/0/totalPrice/withTaxes',
  ])
  .describe(
    'Where to find the amount of a motor gap price request (an amount object, or an integer in hundredths of EUR): a JSON pointer, header:NAME or location; of a list the first that is there. Where a price request shows no amount: { amount: 1325 }, the hundredths of EUR that a contract is asked for; what compares amounts is then observed.',
  );

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
  .describe('A JSON value with {{placeholders}}.');

/** What a second identity may do with what the owner made (D10). */
const OTHERS_MAY = ['nothing', 'read', 'everything'] as const;

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
    othersMay: z
      .enum(OTHERS_MAY)
      .optional()
      .describe(
        "What identity `other` may do with the owner's drafts and contracts: nothing; read them (the draft, its payment status, its contract and the document); everything. Left out: not judged.",
      ),
    othersMayRead: z
      .boolean()
      .optional()
      .describe(
        'The former name of othersMay: true is read, false is nothing. Left out: othersMay alone.',
      ),
    paymentStatusExists: z
      .boolean()
      .default(false)
      .describe('Whether the payment status is served before any payment was made.'),
    downloadReady: z
      .boolean()
      .optional()
      .describe(
        'Whether the contract document can be downloaded at once. Left out: a 404 cannot be judged.',
      ),
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
  .superRefine(({ othersMay, othersMayRead }, context) => {
    if (othersMay === undefined || othersMayRead === undefined) return;
    if (othersMayRead === (othersMay !== 'nothing')) return;
    const params = {
      got: `othersMay: ${othersMay} beside othersMayRead: ${othersMayRead}`,
      hint: 'leave othersMayRead out, which is the former name of othersMay',
    };
    const message = 'one that does not contradict othersMayRead';
    context.addIssue({ code: 'custom', path: ['othersMay'], message, params });
  })
  .prefault({})
  .describe('What this service decides where the specification leaves it open.');

const latencyLimits = z.strictObject({
  p95: milliseconds
    .optional()
    .describe('95 % of answers within so many milliseconds. Left out: no limit.'),
  p99: milliseconds
    .optional()
    .describe('99 % of answers within so many milliseconds. Left out: no limit.'),
  errorRate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Share of requests that may fail, 0 to 1. Left out: no limit.'),
});

/** The schema of a target; the type, the defaults and `target.schema.json` follow from it. */
export const targetSchema = z.strictObject({
  $schema: text
    .optional()
    .describe('Path of target.schema.json, for editors. Left out: no help from them.'),
  name: text.default('unnamed service').describe('How reports call it.'),
  base_url: address.describe(
    'Address of the jobloss, travel and landlord lines, with or without a path.',
  ),
  gap_base_url: address.optional().describe('Address of the motor gap line. Default: base_url.'),
  proxy: text
    .optional()
    .describe(
      'Proxy for every request, such as http://proxy.example:3128; its password as a reference: http://user:${PROXY_PASSWORD}@…. none: no proxy at all. Left out: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY of the environment, never for this machine.',
    ),
  ca: text
    .optional()
    .describe(
      'Certificate authorities to trust beside the usual ones: path of a PEM file, relative to the target file, or the PEM itself. Left out: NODE_EXTRA_CA_CERTS and SSL_CERT_FILE of the environment alone.',
    ),
  identities: z
    .strictObject({
      owner: identity
        .default({ auth: { scheme: 'none' } })
        .describe('Creates and owns everything.'),
      other: identity
        .optional()
        .describe(
          'Another customer, with rights of its own. Left out: there is none to test with.',
        ),
      withoutRights: identity
        .optional()
        .describe(
          'Known to the service, but without the right to call any operation. Left out: there is none to test with.',
        ),
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
  termsToken: placesOr(
    'the user terms token in the answer of token-terms',
    '/userTermsToken',
    '/token',
    '/termsToken',
  ),
  gapPrice,
  paymentTerms: z
    .array(text)
    .min(1)
    .default(DEFAULT_PAYMENT_TERMS)
    .describe('Values of paymentTerm known to be real.'),
  vehicleCodes: z
    .array(
      z.strictObject({
        code: text.describe('The NAT code.'),
        vehicleType: z
          .enum(['10', '20'])
          .default('10')
          .describe('10 regular car, 20 light commercial vehicle.'),
        country: text.default('BE').describe('Country of the code, ISO 3166-1 alpha-2.'),
      }),
    )
    .min(1)
    .default(DEFAULT_VEHICLE_CODES)
    .describe('NAT vehicle codes known to be real.'),
  whiteLabels: z
    .array(text)
    .default([])
    .describe(
      'White label ids known to be real. One entry says that the product has only that one; none says nothing.',
    ),
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
  mailDomain: z
    .string()
    .regex(/^[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/, 'a domain, such as mail.example.com')
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
      maxRate: z
        .number()
        .positive()
        .optional()
        .describe('Requests a second that load may reach. Left out: no limit.'),
      credentialSeconds: z
        .number()
        .positive()
        .optional()
        .describe(
          'Seconds that the credential is valid; a longer profile is refused. Left out: as a JWT says, else for ever.',
        ),
      slo: z
        .strictObject({
          overall: latencyLimits.optional().describe('Limits over all lines. Left out: none.'),
          lines: perLine(latencyLimits).default({}).describe('Limits of single lines.'),
        })
        .prefault({})
        .describe('Limits in milliseconds and as a share of requests.'),
    })
    .prefault({})
    .describe('Load tests.'),
});

/** A target as its user writes it, in YAML, JSON or TypeScript (`export default { … } satisfies Target`). */
export type Target = z.input<typeof targetSchema>;
/** A secret value and the environment variable that holds it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** How bash writes the value, with variables for what is secret. Left out: `$NAME`. */
  readonly shell?: string;
}

/** A target with every default in place and its references resolved; only `loadTarget` makes one. */
export type ResolvedTarget = z.output<typeof targetSchema> & {
  readonly gap_base_url: string;
  /** The way to the service, by `proxy`, `ca` and the environment. */
  readonly network: Network;
  /** Whatever must not appear in a record, a report or a log. */
  readonly secrets: readonly Secret[];
  /** As they were written, the texts that hold references, by path: `{ 'identities.owner.auth.token': '${ASSAY_TOKEN}' }`. */
  readonly references: Readonly<Record<string, string>>;
};
/** One way to present a credential. */
export type Auth = z.output<typeof auth>;
/** The three parties a target may declare. */
export type IdentityName = keyof ResolvedTarget['identities'];

/** Environment variables by name; one that is undefined is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every environment variable with a fixed name, and what it is for. `.env.example` lists the same ones. */
export const ENVIRONMENT_VARIABLES = {
  ASSAY_BASE_URL:
    'Address of the jobloss, travel and landlord lines; wins over base_url in the file.',
  ASSAY_GAP_BASE_URL: 'Address of the motor gap line; wins over gap_base_url in the file.',
  ASSAY_TOKEN: 'Bearer token of the owner; used by itself where the target names no owner.',
  ASSAY_OTHER_TOKEN: 'Token of another customer, for a target that refers to it.',
  ASSAY_NO_RIGHTS_TOKEN: 'Token of a caller without rights, for a target that refers to it.',
  HTTPS_PROXY:
    'Proxy for addresses with https, where the target names none; as HTTP_PROXY also in small letters.',
  HTTP_PROXY: 'Proxy for addresses with http, where the target names none.',
  ALL_PROXY: 'Proxy for addresses for which neither of the two is set.',
  NO_PROXY:
    'Hosts, domains and ranges, with commas between, that no proxy of the environment is used for.',
  NODE_EXTRA_CA_CERTS:
    'PEM file of certificate authorities that are trusted beside the usual ones.',
  SSL_CERT_FILE: 'PEM file of certificate authorities that are trusted beside the usual ones, too.',
  ASSAY_CACHE: 'Folder in which k6 is kept once it was built; ~/.cache/assay where it is not set.',
  GITHUB_ACTIONS: 'Set to true by GitHub Actions: what was found is annotated there.',
} as const;

/**
 * The environment of the process over the `.env` of the folder (default: the current one), which need not exist. Changes
 * neither. Throws TargetError for a `.env` that cannot be read as it is meant.
 */
export const readEnvironment = (folder: string = process.cwd()): Environment => ({
  ...readEnvFile(join(folder, '.env')),
  ...process.env,
});

/** Where a variable that is set comes from, for people: `NAME of the environment` or `NAME in /folder/.env`. */
export const whereSet = (name: string, folder: string = process.cwd()): string =>
  process.env[name] === undefined
    ? `${name} in ${join(folder, '.env')}`
    : `${name} of the environment`;
