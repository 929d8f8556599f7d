import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { format } from 'prettier';
import { messageOf } from '../client/usage-error.ts';
import { PROJECT } from '../client/project.ts';
import { plainTable } from '../exam/tables.ts';
import { EXIT } from '../oracles/exit-code.ts';
import { writeAtomically } from '../store/atomic-write.ts';
import {
  benchExitCode,
  benchSummary,
  benchmarksPage,
  type BenchMethod,
} from './bench/benchmarks-page.ts';
import {
  currentMachine,
  type BenchPart,
  type Measured,
  PARTS,
  type PartId,
  type Results,
} from './bench/part.ts';
import { measureParts, measureInProcess } from './bench/measure-parts.ts';
import { print } from '../cli/output/print.ts';

// npm run bench: measures Assay beside simpler tools. With --json, standard output holds nothing else.

const ROUNDS = 3;

interface Options {
  readonly only?: PartId;
  readonly quick?: true;
  readonly json?: true;
  readonly write?: true;
}

const log = (text: string): boolean => process.stderr.write(`${text}\n`);

const printPart = ({ title, heads }: BenchPart, measured: Measured): void => {
  if ('rows' in measured) print(`${title}\n${plainTable([heads, ...measured.rows])}\n`);
};

const PAGE = join(PROJECT, 'docs', 'benchmarks.md');

const writePage = async (manner: BenchMethod, results: Results): Promise<void> => {
  const page = benchmarksPage(manner, results, readFileSync(PAGE, 'utf8'));
  writeAtomically(PAGE, await format(page, { parser: 'markdown' }));
};

const bench = async ({ only, quick, json, write }: Options): Promise<void> => {
  const extent = { quick: quick ?? false, rounds: quick ? 1 : ROUNDS };
  const manner: BenchMethod = {
    machine: currentMachine(new Date()),
    rounds: quick ? '1 round of the smaller parts (`--quick`)' : `medians of ${ROUNDS} rounds`,
  };
  const parts = PARTS.filter(({ id }) => only === undefined || id === only);
  // The other parts are measured and reported even if the page cannot be written.
  let unwritten: string | undefined;
  const results = await measureParts(parts, {
    measure: (part) => {
      log(`measuring ${part.id}, ${part.minutes} minutes at most …`);
      return measureInProcess(part, extent, log);
    },
    onMeasured: async (part, measured, so) => {
      if (!json) printPart(part, measured);
      if (!write) return;
      unwritten = await writePage(manner, so).then(() => undefined, messageOf);
    },
  });
  if (json) print(JSON.stringify({ ...manner, parts: Object.fromEntries(results) }));
  for (const line of benchSummary(results)) log(line);
  if (unwritten !== undefined) log(`docs/benchmarks.md could not be written: ${unwritten}`);
  else if (write) log('docs/benchmarks.md has the new figures; its other parts are unchanged');
  process.exitCode =
    unwritten === undefined
      ? benchExitCode([...results.values()], only !== undefined)
      : EXIT.harness;
};

const only = new Option('--only <part>', 'run one part').choices(PARTS.map(({ id }) => id));
const write = new Option('--write', 'write docs/benchmarks.md; with --only, this part of it');
await new Command('npm run bench --')
  .description('measure what Assay costs, against tools that do less')
  .helpOption('-h, --help', 'print this help')
  .configureOutput({ outputError: (text, to) => to(text.replace(/^error: /, 'npm run bench: ')) })
  .addOption(only)
  .addOption(write.conflicts('quick'))
  .option('--quick', 'one round, no certify, no 100 runs, only six faults; writes no page')
  .option('--json', 'print JSON')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.conformant : EXIT.usage))
  .action(bench)
  .parseAsync()
  .catch((error: unknown) => {
    log(`npm run bench: ${messageOf(error)}`);
    process.exitCode = EXIT.harness;
  });
