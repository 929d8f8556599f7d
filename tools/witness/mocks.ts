import type { Environment } from '../../client/target/env-file.ts';
import { matchesGlob } from '../../spec/glob.ts';
import { findPrism, startPrism, startRandom, type RunningMock } from './running-mocks.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { requirementsWith } from '../../exam/candidate-run.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { startReference } from '../../reference/start.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { judgedRun } from '../bench/measured-program.ts';
import { dayOf } from '../../store/clock.ts';
import { openApiOfTarget } from '../../cli/openapi/openapi-text.ts';

/** What starts a mock of an OpenAPI document; the folder is for its own files. */
export type StartMock = (document: string, folder: string) => Promise<RunningMock>;

/** What Assay makes of a mock. */
export interface MockVerdict {
  /** Of the run. */
  readonly exitCode: number;
  /** Requirements, without repetition. */
  readonly failed: readonly string[];
  readonly passed: readonly string[];
}

/** What a service like the plain reference service says of itself; of a caller without rights a mock knows nothing. */
const plainTarget = async () => {
  const running = await startReference();
  await running.close();
  const { target, environment } = running;
  const { owner, other } = target['identities'] as Readonly<Record<string, unknown>>;
  return { target: { ...target, identities: { owner, other } }, environment };
};

/** Lets a command of Assay, such as `gate --line gap`, judge a mock that has our document of the plain reference service. */
export const judgeMock = async (
  start: StartMock,
  command: readonly string[],
): Promise<MockVerdict> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mock-'));
  try {
    const { target, environment } = await plainTarget();
    const document = await openApiOfTarget({ document: target, environment }, dayOf(new Date()));
    const mock = await start(document, folder);
    try {
      const file = join(folder, 'target.yaml');
      const { address } = mock;
      writeFileSync(file, stringify({ ...target, base_url: address, gap_base_url: address }));
      const served = { target: file, environment };
      const run = await judgedRun(served, folder, command, Object.values(EXIT));
      const ledger = join(dirname(run.exchanges), 'verdicts.jsonl');
      const verdicts = readJsonLines<CellVerdict>(ledger).items;
      const [failed, passed] = (['fail', 'pass'] as const).map((verdict) =>
        requirementsWith(verdicts, verdict),
      ) as [string[], string[]];
      return { exitCode: run.code, failed, passed };
    } finally {
      await mock.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A service that only looks like one, and what Assay has to say of it. */
export interface Mock {
  readonly name: string;
  /** Throws UsageError where a program is missing. */
  readonly find: (environment: Environment) => Promise<StartMock>;
  /** Requirements, or patterns of them: each has to be failed. */
  readonly breaks: readonly string[];
  /** None of these may be failed, and each has to be passed: the mock has them right. */
  readonly keeps: readonly string[];
}

/** The fields of a draft's address; all else is alike, and takes longer. */
const ADDRESS = 'policyholder.address.*';
const FORM = `LANDLORD-RESOURCE-${ADDRESS}-type`;
const READ_BACK = `LANDLORD-READBACK-${ADDRESS}`;

/** Both keep the form of answers, and nothing that was written. */
export const MOCKS: readonly Mock[] = [
  {
    name: 'random answers',
    find: async () => startRandom,
    breaks: ['AUTH-01', 'AUTH-02', READ_BACK],
    keeps: [FORM],
  },
  {
    name: 'Prism',
    find: async (environment) => {
      const program = await findPrism(environment);
      return (document, folder) => startPrism(program, document, folder);
    },
    // It looks whether there is a credential, and not which.
    breaks: ['AUTH-02', READ_BACK],
    keeps: ['AUTH-01', FORM],
  },
];

/** What judges a mock: the requirements that the table is about. */
export const MOCK_COMMAND: readonly string[] = [
  'gate',
  '--line=landlord',
  '--operation=landlord.draft-*',
  `--requirement=AUTH-01,AUTH-02,${READ_BACK},LANDLORD-RESOURCE-${ADDRESS}`,
];

/** What of a verdict on a mock is not as it has to be, in words; empty where all is. */
export const amissWith = (
  { breaks, keeps }: Mock,
  { exitCode, failed, passed }: MockVerdict,
): readonly string[] => {
  const isAmong = (ids: readonly string[], pattern: string): boolean =>
    ids.some((id) => matchesGlob(pattern, id));
  return [
    ...(exitCode === 1 ? [] : [`it ended with ${exitCode}`]),
    ...breaks.filter((each) => !isAmong(failed, each)).map((each) => `${each} was not failed`),
    ...keeps.filter((each) => isAmong(failed, each)).map((each) => `${each} was failed`),
    ...keeps.filter((each) => !isAmong(passed, each)).map((each) => `${each} was not passed`),
  ];
};
