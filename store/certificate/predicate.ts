import { z } from 'zod';
import { VERDICTS } from '../../oracles/finding.ts';
import { WAIVER_STATES } from '../../oracles/waive.ts';
import { LINES } from '../../spec/line.ts';
import { OPERATIONS, type OperationId } from '../../spec/operations.ts';
import { attemptsSchema, coverageSchema, evidenceSealSchema } from './evidence-seal.ts';
import { LINE_RESULTS } from './line-results.ts';

/** Predicate type without its version. */
export const PREDICATE_FAMILY = 'urn:assay:conformance:';
/** Predicate type; another version is another format. */
export const PREDICATE_TYPE = `${PREDICATE_FAMILY}v1`;
/** Type of every in-toto statement. */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
/** Names of a statement's subjects: the seal of the run, and the target under test. */
export const SUBJECTS = { seal: 'evidence.json', target: 'target' } as const;

const operationIds = OPERATIONS.map(({ id }) => id) as [OperationId, ...OperationId[]];
const count = z.int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().min(1);
const { plan, versions, digests, exchanges, ledger } = evidenceSealSchema.shape;

const line = z.strictObject({
  line: z.enum(LINES),
  result: z.enum(LINE_RESULTS),
  cells: count.describe('The cells that the run had to judge, fixed before it sent anything.'),
  verdicts: z.strictObject(
    Object.fromEntries(VERDICTS.map((verdict) => [verdict, count])) as Record<
      (typeof VERDICTS)[number],
      typeof count
    >,
  ),
  notJudged: z
    .array(z.strictObject({ subject: text, why: z.string(), cells: count, isNeeded: z.boolean() }))
    .describe(
      'Keys of the target that prevented judgements; a line that lacks a required one is not granted.',
    ),
  unreached: z
    .array(z.enum(operationIds))
    .describe('Operations without any successful legal call.'),
});

const predicateSchema = z.strictObject({
  kind: z
    .enum(['certificate', 'statement of results'])
    .describe('A certificate vouches for the conformant lines; a statement only reports results.'),
  says: text.describe('The results of the lines in words.'),
  whyNoCertificate: z
    .array(text)
    .describe('Reasons why it is not a certificate; empty if it is one.'),
  lines: z.array(line).length(LINES.length),
  service: z.strictObject({
    name: z.string(),
    base_url: z.string(),
    gap_base_url: z.string(),
    embedded: z.boolean().describe('The embedded reference service.'),
  }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  stopped: text.nullable(),
  exitCode: z.int().min(0).max(5),
  insecure: z.boolean().describe('The TLS certificate of the service was not verified.'),
  environment: z
    .array(text)
    .describe('Environment variables and Node flags that load code other than Assay.'),
  versions,
  digests,
  plan: plan.describe('Command, policy, selection and seed.'),
  ledger,
  verdicts: digest.describe('Digest of verdicts.jsonl.'),
  attempts: attemptsSchema,
  contexts: coverageSchema.optional(),
  clientDependent: z
    .array(text)
    .describe(
      'Cells with another verdict as another client; if there are any, no line is certified.',
    ),
  waivers: z.array(
    z.strictObject({
      requirement: text,
      operation: text,
      reason: z.string(),
      owner: z.string(),
      expires: z.iso.date(),
      state: z.enum(WAIVER_STATES),
    }),
  ),
  observed: z
    .array(
      z.strictObject({ question: z.string(), outcome: z.string(), rule: text, where: z.string() }),
    )
    .describe('Decisions of the service on points that the specification leaves open.'),
  evidence: z.strictObject({ run: text, sha256: digest, exchanges }),
  signer: z
    .strictObject({ algorithm: z.literal('ed25519'), keyId: digest, publicKey: text })
    .nullable()
    .describe('Key whose signature is required; null: not signed.'),
});

const subject = z.strictObject({
  name: text,
  uri: text.optional(),
  digest: z.strictObject({ sha256: digest }),
});

/** Schema of the statement in certificate.json. */
export const statementSchema = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(subject).length(2),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: predicateSchema,
});

/** A certificate, or a statement of results. */
export type Statement = z.output<typeof statementSchema>;

/** Content of a statement, without its subjects. */
export type Predicate = Statement['predicate'];

/** JSON Schema (2020-12) of the statement in certificate.json. */
export const certificateJsonSchema = (): object =>
  z.toJSONSchema(
    statementSchema.meta({ title: 'Certificate, or statement of results, of an Assay run' }),
    { io: 'output' },
  );
