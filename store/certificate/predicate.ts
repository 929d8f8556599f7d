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
  cells: count.describe('Which the run had to judge, fixed before it sent anything.'),
  verdicts: z.strictObject(
    Object.fromEntries(VERDICTS.map((verdict) => [verdict, count])) as Record<
      (typeof VERDICTS)[number],
      typeof count
    >,
  ),
  notJudged: z
    .array(z.strictObject({ subject: text, why: z.string(), cells: count, isNeeded: z.boolean() }))
    .describe(
      'What the target kept from being judged; a line without what is needed is not granted.',
    ),
  unreached: z
    .array(z.enum(operationIds))
    .describe('Operations of which no legal call was seen to succeed.'),
});

const predicateSchema = z.strictObject({
  kind: z
    .enum(['certificate', 'statement of results'])
    .describe(
      'A certificate vouches for the lines that are conformant; a statement tells results.',
    ),
  says: text.describe('The lines in words.'),
  whyNoCertificate: z.array(text).describe('Empty where it is one.'),
  lines: z.array(line).length(LINES.length),
  service: z.strictObject({
    name: z.string(),
    base_url: z.string(),
    gap_base_url: z.string(),
    embedded: z.boolean().describe('The reference service that Assay brings.'),
  }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  stopped: text.nullable(),
  exitCode: z.int().min(0).max(5),
  insecure: z.boolean().describe('No certificate of the service was verified.'),
  environment: z
    .array(text)
    .describe('Variables and flags of Node by which code that is not of Assay was loaded.'),
  versions,
  digests,
  plan: plan.describe('The policy, the selection and the seed.'),
  ledger,
  verdicts: digest.describe('Of verdicts.jsonl.'),
  attempts: attemptsSchema,
  contexts: coverageSchema.optional(),
  clientDependent: z
    .array(text)
    .describe(
      'Cells that were judged otherwise as another client; with one, no line is certified.',
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
    .describe('How the service decides what the specification leaves open.'),
  evidence: z.strictObject({ run: text, sha256: digest, exchanges }),
  signer: z
    .strictObject({ algorithm: z.literal('ed25519'), keyId: digest, publicKey: text })
    .nullable()
    .describe('Whose signature is required; null: nobody signs it.'),
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
