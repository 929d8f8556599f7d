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

/** Starts a mock of an OpenAPI document; the folder is for its own files. */
export type StartMock = (document: string, folder: string) => Promise<RunningMock>;

/** Verdict of Assay on a mock. */
export interface MockVerdict {
  /** Exit code of the run. */
  readonly exitCode: number;
  /** Distinct requirements. */
  readonly failed: readonly string[];
  readonly passed: readonly string[];
}

/** Target of the plain reference service, without the caller without rights, which a mock cannot have. */
const plainTarget = async () => {
  const running = await startReference();
  await running.close();
  const { target, environment } = running;
  const { owner, other } = target['identities'] as Readonly<Record<string, unknown>>;
  return { target: { ...target, identities: { owner, other } }, environment };
};

/** Judges a mock of the plain reference service's document with a command of Assay, such as `gate --line gap`. */
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

/** A service that only looks like one, and the expected verdict. */
export interface Mock {
  readonly name: string;
  /** Throws UsageError if a program is missing. */
  readonly find: (environment: Environment) => Promise<StartMock>;
  /** Requirements or patterns, each of which has to fail. */
  readonly breaks: readonly string[];
  /** Requirements of which none may fail and each has to pass: the mock implements them. */
  readonly keeps: readonly string[];
}

/** Fields of a draft's address; the others behave alike, and take longer. */
const ADDRESS = 'policyholder.address.*';
const FORM = `LANDLORD-RESOURCE-${ADDRESS}-type`;
const READ_BACK = `LANDLORD-READBACK-${ADDRESS}`;

/** Both keep the schema of answers, and store nothing. */
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
    // It checks that there is a credential, not which.
    breaks: ['AUTH-02', READ_BACK],
    keeps: ['AUTH-01', FORM],
  },
];

/** Command that judges a mock: the requirements of the table. */
export const MOCK_COMMAND: readonly string[] = [
  'gate',
  '--line=landlord',
  '--operation=landlord.draft-*',
  `--requirement=AUTH-01,AUTH-02,${READ_BACK},LANDLORD-RESOURCE-${ADDRESS}`,
];

/** Deviations of a mock's verdict from the expected one; empty if there are none. */
export const deviationsOf = (
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
