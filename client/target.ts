import { join } from 'node:path';
import { z } from 'zod';
import type { Secret } from './secrets/invalid-credentials.ts';
import type { Network } from './target/network.ts';
import { type Environment, isProcessOnly, readEnvFile } from './target/env-file.ts';
import { IS_CHECKOUT } from './project.ts';
import { identities, testHosts, tls } from './target/target-auth.ts';
import { LINES } from '../spec/line.ts';
import { OPERATIONS, type OperationId } from '../spec/operations.ts';
import {
  build,
  envelope,
  gapPrice,
  ids,
  prices,
  placesWithDefault,
} from './target/target-places.ts';
import { decisions } from './target/target-decisions.ts';
import {
  type BodyFunction,
  DEFAULT_PAYMENT_TERMS,
  DEFAULT_VEHICLE_CODES,
  PLACEHOLDERS,
} from './target/body-templates.ts';
import { limits, load } from './target/target-limits.ts';
import { address, text } from './target/target-values.ts';

// Schema of the target: what is under test, and everything that the specification does not define about it. Larger keys are in
// target-auth.ts, target-decisions.ts, target-limits.ts and target-places.ts. Every key but base_url has a default, so a
// service with the obvious behaviour needs only its addresses and a credential. Every text may hold ${NAME}, the value of an
// environment variable; a secret in a file must be written that way.

const operationIds = OPERATIONS.map((row) => row.id) as [OperationId, ...OperationId[]];
const bodyTemplate = z
  .union(
    [z.custom<BodyFunction>((value) => typeof value === 'function'), z.json()],
    'a JSON value with {{placeholders}}, or in a TypeScript target a function',
  )
  .describe(
    `A JSON value with placeholders: ${Object.keys(PLACEHOLDERS)
      .map((name) => `{{${name}}}`)
      .join(', ')}; draft.body and car.body may be followed by a path.`,
  );

const bodies = z.partialRecord(z.enum(operationIds), bodyTemplate);

const allowOrNever = z.enum(['allow', 'never']);

/** Schema of a target; the type, the defaults and `target.schema.json` are derived from it. */
export const targetSchema = z.strictObject({
  $schema: text.optional().describe('Path of target.schema.json, for editors. Default: none.'),
  name: text.default('unnamed service').describe('Name of the target in reports.'),
  base_url: address.describe(
    'Address of the jobloss, travel and landlord lines, with or without a path.',
  ),
  gap_base_url: address.optional().describe('Address of the motor gap line. Default: base_url.'),
  lines: z
    .array(z.enum(LINES))
    .min(1)
    .default([...LINES])
    .describe('Lines of business that the service has. --line overrides it. Default: all four.'),
  proxy: text
    .optional()
    .describe(
      'Proxy for every request, such as http://proxy.example:3128; its password as a reference: http://user:${PROXY_PASSWORD}@…. none: no proxy. Default: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY of the environment; loopback addresses never use a proxy.',
    ),
  ca: text
    .optional()
    .describe(
      'Certificate authorities to trust in addition to those of Node: path of a PEM file, relative to the target file, or the PEM text itself. Default: only those that NODE_EXTRA_CA_CERTS and SSL_CERT_FILE add.',
    ),
  tls: tls
    .optional()
    .describe('Client certificate (mTLS), for the service and its token endpoint. Default: none.'),
  testHosts,
  headers: z
    .record(text, text)
    .default({})
    .describe(
      'Additional headers of every request to the service, such as X-Tenant; a secret as a reference. They are not sent to the token endpoint of OAuth2.',
    ),
  userAgent: text
    .optional()
    .describe(
      'User-Agent of every request; {run} in it stands for the name of the run. neutral: the one of any Node client (node). Default: "assay (run …)" for gate, replay and load, so that operators of the service recognise them; neutral for certify and all other commands.',
    ),
  trace: z
    .boolean()
    .optional()
    .describe(
      'Sends a W3C traceparent with every request except those of a load, and records it. Default: true if traces is set, except for certify, whose requests name nobody.',
    ),
  traces: text
    .regex(
      /^https?:\/\/.*\{traceId\}/,
      'the address of a trace, such as https://tempo.example/trace/{traceId}',
    )
    .optional()
    .describe(
      "Address of a trace in your tracing tool, with {traceId} for its id, such as 'https://tempo.example/trace/{traceId}': the page and assay show link each exchange to it. Default: none.",
    ),
  identities,
  envelope,
  ids,
  bodies: bodies
    .default({})
    .describe(
      'Request bodies that the specification does not show, by operation id, as templates with {{placeholders}}; in a TypeScript target also functions.',
    ),
  termsToken: placesWithDefault(
    'the user terms token in the answer of token-terms',
    '/userTermsToken',
    '/token',
    '/termsToken',
  ),
  gapPrice,
  prices,
  paymentTerms: z
    .array(text)
    .min(1)
    .default(DEFAULT_PAYMENT_TERMS)
    .describe('Values of paymentTerm that the service accepts.'),
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
    .describe('NAT vehicle codes that the service knows.'),
  whiteLabels: z
    .array(text)
    .default([])
    .describe(
      'White label ids that the service knows. One entry states that the product has only that one; an empty list states nothing.',
    ),
  insurers: z
    .array(text)
    .default([])
    .describe('Casco insurers that the service knows, besides Other.'),
  decisions,
  features: z
    .strictObject({
      landlordLeads: z
        .boolean()
        .default(false)
        .describe('Whether landlord leads ("coming soon") are live.'),
    })
    .prefault({})
    .describe('Optional features of the specification that the service has.'),
  limits,
  sideEffects: z
    .strictObject({
      leads: allowOrNever
        .default('allow')
        .describe('Whether Assay may create leads, which send e-mail.'),
      contracts: allowOrNever
        .default('allow')
        .describe('Whether Assay may create contracts, which may cost money.'),
    })
    .prefault({})
    .describe(
      'Side effects that are allowed. With never, requirements on these steps are not applicable.',
    ),
  mailDomain: z
    .string()
    .regex(/^[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/, 'a domain, such as mail.example.com')
    .default('example.com')
    .describe('Domain of every e-mail address in the drafts. Its mail must reach only you.'),
  load,
  new: z
    .strictObject({
      observe: z
        .int()
        .min(0)
        .max(90)
        .describe(
          'Days in which fails of new requirements do not fail a gate; 0: they do at once. The days begin with the first run of the update on this target, or with its release if no earlier run is known.',
        ),
    })
    .optional()
    .describe(
      'Requirements that an update of Assay added, in a gate; certify judges them at once. --new overrides it. Default: they fail at once.',
    ),
  build: build.optional(),
});

/** A target as its user writes it, in YAML, JSON or TypeScript (`export default { … } satisfies Target`). */
export type Target = z.input<typeof targetSchema>;
/** A target with all defaults applied and references resolved; created by `loadTarget` only. */
export type ResolvedTarget = Omit<z.output<typeof targetSchema>, 'tls'> & {
  readonly gap_base_url: string;
  /** Name of the chosen target in a file of several, such as `staging.yaml#blue`, without a folder. Absent if there was one. */
  readonly chosenAs?: string;
  /** Network settings from `proxy`, `ca`, `tls` and the environment. */
  readonly network: Network;
  /** Values that must not appear in a record, a report or a log. */
  readonly secrets: readonly Secret[];
  /** Original texts with references, by path: `{ 'identities.owner.auth.token': '${ASSAY_TOKEN}' }`. */
  readonly references: Readonly<Record<string, string>>;
};

/**
 * Environment of the process over the `.env` of the folder (default: the current one), which need not exist; variables that
 * only the process may set are ignored there. Changes neither. Throws TargetError for a `.env` that is unreadable or ambiguous.
 */
export const readEnvironment = (folder: string = process.cwd()): Environment => ({
  ...Object.fromEntries(
    Object.entries(readEnvFile(join(folder, '.env'))).filter(([name]) => !isProcessOnly(name)),
  ),
  ...process.env,
});

/** Environment of the process alone, for finding and running programs. Windows ignores case, and calls PATH `Path`. */
export const processEnvironment = (): Environment =>
  Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [
      process.platform === 'win32' ? name.toUpperCase() : name,
      value,
    ]),
  );

/** Variables of the folder's `.env` that are ignored because only the process may set them; a sentence each. */
export const ignoredEnvFileLines = (folder: string = process.cwd()): readonly string[] =>
  Object.entries(readEnvFile(join(folder, '.env')))
    .filter(([name, value]) => value !== '' && isProcessOnly(name))
    .map(
      ([name]) =>
        `${name} in ${join(folder, '.env')} is ignored: variables that name programs, or change what is loaded or trusted, are read only from the environment`,
    );

/** Node's command-line flags of this process, except those that a checkout adds itself. */
export const nodeFlags = (): readonly string[] => (IS_CHECKOUT ? [] : process.execArgv);

/** Origin of a variable for people: `NAME of the environment` or `NAME in /folder/.env`. */
export const variableOrigin = (name: string, folder: string = process.cwd()): string =>
  process.env[name] === undefined
    ? `${name} in ${join(folder, '.env')}`
    : `${name} of the environment`;
