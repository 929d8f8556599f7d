import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestResult } from 'allure-js-commons';

// Real vitest runs that the tests of this folder look at. Nothing else uses them.

const REPORTS = fileURLToPath(new URL('..', import.meta.url));

/** The command that a run is: vitest by its API, as the CLI starts it. */
const RUN = `
import { startVitest } from 'vitest/node';
import { AllureStreamReporter } from '${REPORTS}allure-stream.ts';
const [resultsDir, options = '{}'] = process.argv.slice(2);
const vitest = await startVitest([], {
  root: import.meta.dirname, config: false, watch: false, include: ['**/*.suite.ts'],
  pool: 'threads', isolate: false, maxWorkers: 1, maxConcurrency: 8, tags: [{ name: 'smoke' }],
  reporters: [new AllureStreamReporter({ resultsDir, environmentInfo: { Target: 'reference', Seed: '42' } })],
  ...JSON.parse(options),
});
await vitest.close();
`;

/** A folder with suites in it, in which the project's packages are found; the caller removes it. */
export class SampleSuite {
  readonly folder: string;
  readonly resultsDir: string;

  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(join(REPORTS, 'out'), { recursive: true });
    this.folder = mkdtempSync(join(REPORTS, 'out', 'test-'));
    this.resultsDir = join(this.folder, 'allure-results');
    writeFileSync(join(this.folder, 'run.ts'), RUN);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  /** Starts a run, with vitest options besides the usual ones. */
  start(options: object = {}): ChildProcess {
    const run = join(this.folder, 'run.ts');
    const args = [run, this.resultsDir, JSON.stringify(options)];
    return spawn(process.execPath, args, { cwd: this.folder, env: {}, stdio: 'ignore' });
  }

  /** Runs to the end and gives the exit code. */
  async run(options: object = {}): Promise<number> {
    const [code] = (await once(this.start(options), 'exit')) as [number];
    return code;
  }

  /** Names of the files with results or attachments. */
  files(): string[] {
    try {
      return readdirSync(this.resultsDir);
    } catch {
      return [];
    }
  }

  results(): TestResult[] {
    return this.files()
      .filter((name) => name.endsWith('-result.json'))
      .map((name): TestResult => JSON.parse(readFileSync(join(this.resultsDir, name), 'utf8')));
  }

  /** The text of an attachment. */
  attachment(source: string): string {
    return readFileSync(join(this.resultsDir, source), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
