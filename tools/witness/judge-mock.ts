import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { requirementsWith } from '../../exam/requirements-with.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { startReference } from '../../reference/start.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { judgedRun } from '../bench/judged-run.ts';
import { dayOf } from '../../store/clock.ts';
import { openApiOfTarget } from '../../cli/openapi/openapi-text.ts';
import type { RunningMock } from './random-service.ts';

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
