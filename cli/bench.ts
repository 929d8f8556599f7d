import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { format } from 'prettier';
import { PROJECT } from '../client/project.ts';
import { plainTable } from '../exam/plain-table.ts';
import { benchExitCode } from './bench/bench-exit-code.ts';
import { measurePart } from './bench/bench-parts.ts';
import { benchmarksPage, type Manner } from './bench/benchmarks-page.ts';
import { thisMachine } from './bench/machine.ts';
import { type Measured, PARTS, type PartId, type Results } from './bench/part.ts';
import { print } from './print.ts';

// npm run bench: what Assay costs, beside what does less. Whoever reads --json finds nothing else on standard output.

const ROUNDS = 3;

interface Options {
  readonly only?: PartId;
  readonly quick?: true;
  readonly json?: true;
  readonly write?: true;
}

const say = (text: string): boolean => process.stderr.write(`${text}\n`);

const printPart = (heads: readonly string[], measured: Measured): void =>
  print(
    'skipped' in measured
      ? `not measured: ${measured.skipped}`
      : plainTable([heads, ...measured.rows]),
  );

const PAGE = join(PROJECT, 'docs', 'benchmarks.md');

const writePage = async (manner: Manner, results: Results): Promise<void> => {
  const page = benchmarksPage(manner, results, readFileSync(PAGE, 'utf8'));
  writeFileSync(PAGE, await format(page, { parser: 'markdown' }));
};

const bench = async ({ only, quick, json, write }: Options): Promise<void> => {
  const extent = { quick: quick ?? false, rounds: quick ? 1 : ROUNDS };
  const manner: Manner = {
    machine: thisMachine(new Date()),
    rounds: quick ? '1 round of the smaller parts (`--quick`)' : `medians of ${ROUNDS} rounds`,
  };
  const results = new Map<string, Measured>();
  for (const { id, title, heads } of PARTS) {
    if (only !== undefined && id !== only) continue;
    say(`${title} …`);
    const measured = await measurePart(id, extent, say);
    results.set(id, measured);
    if (!json) printPart(heads, measured);
    // After each part, so that little is lost where the next one is stopped.
    if (write) await writePage(manner, results);
  }
  if (json) print(JSON.stringify({ ...manner, parts: Object.fromEntries(results) }));
  process.exitCode = benchExitCode([...results.values()], only !== undefined);
};

const only = new Option('--only <part>', 'run one part').choices(PARTS.map(({ id }) => id));
await new Command('npm run bench --')
  .description('measure what Assay costs, against tools that do less')
  .addOption(only)
  .option('--write', 'write docs/benchmarks.md; with --only, this part of it')
  .option('--quick', 'one round, no certify, no 100 runs, only six faults')
  .option('--json', 'print JSON')
  .action(bench)
  .parseAsync();
