import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { format } from 'prettier';
import { PROJECT } from '../client/project.ts';
import { plainTable } from '../exam/plain-table.ts';
import { EXIT } from '../oracles/exit-code.ts';
import { MEASURES } from './bench/bench-parts.ts';
import { benchmarksPage } from './bench/benchmarks-page.ts';
import { thisMachine } from './bench/machine.ts';
import { type Measured, PARTS, type PartId } from './bench/part.ts';
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

const bench = async ({ only, quick, json, write }: Options): Promise<void> => {
  const extent = { quick: quick ?? false, rounds: quick ? 1 : ROUNDS };
  const results = new Map<string, Measured>();
  for (const { id, title, heads } of PARTS.filter(
    (part) => only === undefined || part.id === only,
  )) {
    say(`${title} …`);
    const measured = await MEASURES[id](extent, say);
    results.set(id, measured);
    if (!json) printPart(heads, measured);
  }
  const rounds = quick ? '1, and the smaller parts only (--quick)' : `${ROUNDS}, medians`;
  const machine = thisMachine(new Date(), rounds);
  if (json) print(JSON.stringify({ machine, parts: Object.fromEntries(results) }));
  if (write) {
    const page = await format(benchmarksPage(machine, results), { parser: 'markdown' });
    writeFileSync(join(PROJECT, 'docs', 'benchmarks.md'), page);
  }
  const failed = results.values().some((each) => 'rows' in each && each.failed);
  process.exitCode = failed ? EXIT.nonConformant : EXIT.conformant;
};

const only = new Option('--only <part>', 'one part').choices(PARTS.map(({ id }) => id));
await new Command('npm run bench --')
  .description('measure what Assay costs, beside what does less')
  .addOption(only)
  .addOption(new Option('--write', 'write docs/benchmarks.md').conflicts('only'))
  .option('--quick', 'one round, without certify and 100 runs')
  .option('--json', 'print JSON')
  .action(bench)
  .parseAsync();
