import { z } from 'zod';
import { EXIT } from '../../oracles/exit-code.ts';
import { LINES } from '../../spec/line.ts';
import { CHALLENGE_FORM } from './challenge.ts';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { RunFolder } from '../run-folder.ts';
import { type ChainDigest, chainDigest, fileDigest, folderDigest } from './chain-digest.ts';

/** Value of the first key of evidence.json; another number is another format. */
export const EVIDENCE_FORMAT = 'assay-evidence/1';

const count = z.int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z.string().regex(/^[\w-]+(\.[\w-]+)*$/);
const file = z.strictObject({
  name: fileName.describe('Name in the folder of the run.'),
  size: count.describe('Bytes.'),
  sha256: digest,
});

const earlier = z.strictObject({
  run: z.string().min(1).describe('Name of the folder of the run.'),
  command: z.string().min(1),
  startedAt: z.iso.datetime(),
  exitCode: z.literal(Object.values(EXIT)),
});

/** Every attempt behind the verdicts of a run. */
export const attemptsSchema = z.strictObject({
  findings: count.describe('Number of judgements; of passes, only the first few of each cell.'),
  repeated: count.describe('Number of judgements repeated on fresh data.'),
  intermittent: z.array(z.string()).describe('Cells with a fail that could not be reproduced.'),
  repetitions: count.describe('Requests that were repeated because the service asked to wait.'),
  earlier: z
    .array(earlier)
    .describe('Earlier runs on the same target in the same folder, the newest first.'),
});

const coveredPairs = {
  drawn: count.describe('Pairs for which a probe was sent.'),
  possible: count.describe('All pairs of the judged requirements.'),
};

/** Schema of the contexts in which the probes were made: a kind of requirement and a value of a dimension make a pair. */
export const coverageSchema = z
  .strictObject({
    ...coveredPairs,
    combinations: z.strictObject(coveredPairs).describe('The same for two circumstances at once.'),
  })
  .describe(
    'Contexts of the probes, as pairs of a kind of requirement and a circumstance, such as the spelling of the country.',
  );

/** Schema of evidence.json. */
export const evidenceSealSchema = z.strictObject({
  format: z.literal(EVIDENCE_FORMAT),
  run: z.string().min(1).describe('Name of the folder of the run.'),
  versions: z.strictObject({ assay: z.string().min(1), node: z.string().min(1) }),
  digests: z.strictObject({
    suite: digest.describe('Digest of the program: its suites, generators and judges.'),
    catalogue: digest.describe('Digest of the requirements and the judgement rules.'),
    policy: digest.describe('Digest of the plan below.'),
    target: digest.describe('Digest of the target below.'),
  }),
  target: z.record(z.string(), z.json()).describe('The target, without its secrets.'),
  plan: z.strictObject({
    command: z.string().min(1),
    lines: z.array(z.enum(LINES)).min(1),
    requirements: z.array(z.string()).nullable(),
    operations: z.array(z.string()).nullable(),
    runs: z.partialRecord(z.enum(LINES), count),
    thorough: z.boolean(),
    seed: z.int(),
    challenge: z.string().regex(CHALLENGE_FORM).optional(),
    clock: z.literal('given').optional(),
    today: z.iso.date(),
  }),
  ledger: z.strictObject({ cells: count, sha256: digest }),
  attempts: attemptsSchema,
  contexts: coverageSchema.optional(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  exchanges: z
    .strictObject({ lines: count, head: z.string() })
    .describe('The hash chain of exchanges.jsonl: its length, and the digest of its last line.'),
  files: z.array(file).describe('Files that the verdicts depend on.'),
  exports: z
    .array(file.extend({ files: count.optional().describe('Of a folder.') }))
    .describe('Reports; they may be missing, but not changed.'),
});

/** Seal of a run: evidence.json. */
export type EvidenceSeal = z.output<typeof evidenceSealSchema>;

/** Every attempt behind the verdicts of a run. */
export type Attempts = z.output<typeof attemptsSchema>;

/** JSON Schema (2020-12) of evidence.json. */
export const evidenceJsonSchema = (): object =>
  z.toJSONSchema(evidenceSealSchema.meta({ title: 'Seal of an Assay run' }), { io: 'output' });

/** Files that the verdicts of a run depend on, without exchanges.jsonl, which is verified line by line. */
const evidenceFilesOf = (folder: RunFolder): readonly string[] =>
  [
    folder.run,
    folder.ledger,
    folder.probes,
    folder.evidence,
    folder.findings,
    folder.verdicts,
    folder.observations,
    folder.sequences,
    folder.pairs,
  ].map((path) => basename(path));

/** Names of all files that a seal must list, in its order. */
export const namesToSeal = (folder: RunFolder): readonly string[] => [
  basename(folder.exchanges),
  ...evidenceFilesOf(folder),
];

const exportedFiles = ({ openPoints, contexts, junit, page }: RunFolder): readonly string[] =>
  [openPoints.markdown, openPoints.json, contexts, junit, page]
    .filter((path) => existsSync(path))
    .map((path) => basename(path));

/**
 * Digests of a run's files. Throws Refused if the hash chain of its exchanges is broken, and Foreign for a file that is missing
 * or not regular.
 */
export const sealedFiles = (
  folder: RunFolder,
): Pick<EvidenceSeal, 'files' | 'exports'> & { readonly exchanges: ChainDigest } => {
  const { lines, head, ...exchanges } = chainDigest(folder.exchanges);
  const { path, allureResults } = folder;
  return {
    exchanges: { lines, head },
    files: [exchanges, ...evidenceFilesOf(folder).map((name) => fileDigest(path, name))],
    exports: [
      ...exportedFiles(folder).map((name) => fileDigest(path, name)),
      ...(existsSync(allureResults) ? [folderDigest(path, basename(allureResults))] : []),
    ],
  };
};
