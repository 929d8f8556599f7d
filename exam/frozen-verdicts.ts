import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../client/project.ts';
import type { EvidenceRecord, CellVerdict, Finding } from '../oracles/finding.ts';
import type { ProbeRecord } from '../oracles/evidence/evidence-records.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { type Line, LINES } from '../spec/line.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { type RunFolder, runFolderAt } from '../store/run-folder.ts';
import { withShuffledTexts } from './shuffled-texts.ts';
import { conductWatched, type WatchedOrder } from './watched-run.ts';

// npm run exam:frozen [-- [--write] [--only=lenient]]: snapshot test of verdicts. Conducts runs with fixed seeds and compares their files with the
// frozen ones, ignoring ids, times, ports and order, to prove that a change of the program changed no verdict; then once more
// with meaningless texts, to prove that none depends on a text.

/** A run with a frozen result. */
export interface FrozenScenario {
  readonly name: string;
  /** Default: gate. */
  readonly policy?: WatchedOrder['policy'];
  /** Default: all. */
  readonly line?: Line;
  readonly dialect?: string;
  readonly fault?: string;
  readonly requirement?: RequirementId;
}

const SEED = 41;
const CLOCK = '2026-11-26T10:00:00Z';

/** The command that conducts it. */
const argsOf = ({ policy = 'gate', ...scenario }: FrozenScenario): readonly string[] => {
  const { line, dialect, fault, requirement } = scenario;
  const options = { line, dialect, fault, requirement, seed: String(SEED), clock: CLOCK };
  const given = Object.entries(options).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option}`, value],
  );
  return [policy, ...given, '--no-allure'];
};

const DIALECTS = ['eventual', 'lenient', 'minimal', 'ornate', 'strict', 'wire'] as const;
const FAULTS = [
  'landlord-contract-only-under-contracts',
  'second-gap-price-not-found',
  'jobloss-created-without-french',
] as const;

/** Faults of further areas: each run judges only the broken requirement. */
const NARROW_FAULTS = [
  ['gap-contract-made-twice', 'GAP-CONTRACT-01'],
  ['gap-contract-without-a-lock', 'GAP-CONTRACT-01'],
  ['gap-contract-with-any-token', 'GAP-TOKEN-01'],
  ['jobloss-flags-created-with-422', 'JOBLOSS-FLAG-06'],
  ['deleted-car-stays', 'TRAVEL-CAR-01'],
  ['landlord-draft-get-answers-a-list', 'LANDLORD-DRAFT-01'],
  ['field-jobloss-language-enum-on-create', 'JOBLOSS-FIELD-language-enum'],
] as const;

/** Correct services and faults; one of motor gap is fast enough for each commit. */
export const SCENARIOS: readonly FrozenScenario[] = [
  { name: 'plain' },
  { name: 'plain, motor gap', line: 'gap' },
  { name: 'plain, certify of motor gap', policy: 'certify', line: 'gap' },
  ...DIALECTS.map((dialect) => ({ name: dialect, dialect })),
  ...FAULTS.map((fault) => ({ name: fault, fault })),
  ...NARROW_FAULTS.map(([fault, requirement]) => ({ name: fault, fault, requirement })),
];

/** The reproducible lines of a run: sorted, without values from a service or a clock. */
export type FrozenLines = Readonly<
  Record<'probes' | 'evidence' | 'findings' | 'verdicts' | 'junit', readonly string[]>
>;

const sorted = (lines: readonly string[]): readonly string[] => lines.toSorted();
const distinct = (lines: readonly string[]): readonly string[] => sorted([...new Set(lines)]);

const junitLines = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/<testcase ([^>]*?)\/?>(?:\s*<(\w+))?/g)].map(
    ([, attributes = '', child]) =>
      `${/name="([^"]*)"/.exec(attributes)?.[1]} ${child !== undefined && /skipped|failure|error/.test(child) ? child : 'passed'}`,
  );

const verdictLines = (verdicts: readonly CellVerdict[]): readonly string[] =>
  sorted(verdicts.map(({ cell, verdict, reason }) => `${cell} ${verdict} ${reason ?? ''}`));

/** Reads the reproducible lines from the folder of a run. */
export const frozenLines = (folder: RunFolder): FrozenLines => ({
  probes: distinct(
    readJsonLines<ProbeRecord>(folder.probes).items.map(({ probe, data }) => `${probe} ${data}`),
  ),
  evidence: distinct(
    readJsonLines<EvidenceRecord>(folder.evidence).items.map(
      ({ test, judge }) => `${test} ${judge}`,
    ),
  ),
  findings: distinct(
    readJsonLines<Finding>(folder.findings).items.map(
      ({ requirement, operation, verdict, reason }) =>
        `${requirement}@${operation} ${verdict} ${reason ?? ''}`,
    ),
  ),
  verdicts: verdictLines(readJsonLines<CellVerdict>(folder.verdicts).items),
  junit: sorted(junitLines(folder.junit)),
});

/** A digest and the number of each file's lines, and the lines of the verdicts other than pass. */
export interface FrozenResult {
  readonly exitCode: number | null;
  readonly digests: Readonly<Record<string, string>>;
  readonly verdicts: readonly string[];
}

const FROZEN = join(PROJECT, 'exam', 'frozen-verdicts.json');

/** Reads the frozen results, by the name of the scenario. */
export const readFrozen = (): Readonly<Record<string, FrozenResult>> =>
  JSON.parse(readFileSync(FROZEN, 'utf8')) as Readonly<Record<string, FrozenResult>>;

const digestOf = (lines: readonly string[]): string =>
  `${lines.length} ${hash('sha256', lines.join('\n'), 'hex').slice(0, 16)}`;

const MOST = 100;

/** Conducts the run of a scenario in a new process and reads its files; `keep` receives all lines. */
export const conductFrozen = (
  scenario: FrozenScenario,
  keep: (lines: FrozenLines) => void = () => undefined,
): FrozenResult => {
  const out = mkdtempSync(join(tmpdir(), 'assay-frozen-'));
  try {
    const program = join(PROJECT, 'bin', 'assay.mjs');
    const { status } = spawnSync(process.execPath, [program, ...argsOf(scenario), '--out', out], {
      timeout: 300_000,
    });
    const folder = runFolderAt(join(out, 'latest'));
    const lines = frozenLines(folder);
    keep(lines);
    return {
      exitCode: status,
      digests: Object.fromEntries(
        Object.entries(lines).map(([name, each]) => [name, digestOf(each)]),
      ),
      verdicts: lines.verdicts.filter((line) => !line.endsWith(' pass ')).slice(0, MOST),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

/**
 * Digest of the verdicts of a scenario with meaningless texts: equal to the frozen one, unless a verdict depends on a
 * text.
 */
export const digestOfShuffled = async ({
  line,
  dialect,
  fault,
  requirement,
  policy = 'gate',
}: FrozenScenario): Promise<string> => {
  const verdicts = await conductWatched(
    {
      lines: line === undefined ? LINES : [line],
      requirements: requirement && [requirement],
      dialect,
      faults: fault === undefined ? [] : [fault],
      seed: SEED,
      policy,
      clock: new Date(CLOCK),
    },
    withShuffledTexts,
  );
  return digestOf(verdictLines(verdicts));
};

/** Value of an option of this program. */
const valueOf = (option: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${option}=`))?.slice(option.length + 3);

if (import.meta.main) {
  const isWrite = process.argv.includes('--write');
  const [kept, only = ''] = [valueOf('keep'), valueOf('only')];
  if (!SCENARIOS.some(({ name }) => name.includes(only)))
    throw new RangeError(
      `no scenario has "${only}" in its name; known are: ${SCENARIOS.map(({ name }) => name).join('; ')}`,
    );
  const frozen = isWrite && only === '' ? {} : readFrozen();
  const results: Record<string, FrozenResult> = {};
  for (const scenario of SCENARIOS) {
    const { name } = scenario;
    const before = frozen[name];
    if (!name.includes(only)) {
      if (before) results[name] = before;
      continue;
    }
    const result = conductFrozen(scenario, (lines) => {
      if (kept !== undefined)
        writeFileSync(join(kept, `${name}.json`), JSON.stringify(lines, null, 1));
    });
    results[name] = result;
    const isSame = JSON.stringify(result) === JSON.stringify(before);
    const hangs = (await digestOfShuffled(scenario)) !== result.digests['verdicts'];
    if (hangs || (!isWrite && !isSame)) process.exitCode = 1;
    console.log(
      `${isSame ? 'same' : isWrite ? 'frozen' : 'CHANGED'}  ${name}${hangs ? ', verdicts HANG ON TEXTS' : ''}`,
    );
  }
  if (isWrite) writeFileSync(FROZEN, `${JSON.stringify(results, null, 2)}\n`);
}
