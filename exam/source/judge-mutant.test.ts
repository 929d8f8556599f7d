import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorker } from '../worker.ts';
import { instrument } from './instrument.ts';
import { type Bench, tryOneLine, tryTogether } from './judge-mutant.ts';
import { judgedBy, newMutantTrial, type MutantTrial } from './mutant-trial.ts';
import { reachOf, reachOfLine } from './reach.ts';
import { readSources, sourceFiles, START } from './source-files.ts';

const PROGRAM = join(import.meta.dirname, '../../cli/mutant-worker.ts');
const RULE = 'reference/rules/lead-email.ts';

test('of one rule, what nobody can see survives together, and what no lead is refused for is caught by its name', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-source-'));
  const others = sourceFiles().filter((file) => file !== RULE);
  const { texts, mutants } = await instrument(readSources([RULE]), readSources([START, ...others]));
  writeFileSync(join(root, 'instrumented.json'), JSON.stringify(texts));
  const worker = openWorker(root, PROGRAM);
  onTestFinished(() => {
    worker.close();
    rmSync(root, { recursive: true });
  });
  const reach = await reachOfLine(worker, root, 'gap', 1);
  const usual = new Map([['gap' as const, reach.milliseconds]]);
  const bench: Bench = { worker, root, seed: 1, usual, killers: new Map() };
  const trialOf = (original: RegExp, replacement: RegExp): MutantTrial => {
    const mutant = mutants.find(
      (each) => original.test(each.original) && replacement.test(each.replacement),
    );
    const own = mutant && reachOf(mutant.id, [reach]);
    if (!own) throw new Error(`no mutant makes ${original} into ${replacement}`);
    return { ...newMutantTrial(mutant, own), left: ['gap'] };
  };
  const words = [trialOf(/^'must be present/, /""/), trialOf(/^'lead-email'/, /""/)];
  const together = await tryTogether(words, bench);
  const lax = await tryOneLine(trialOf(/^email !== undefined && isEmail/, /^true/), bench);

  expect(together.map(({ mutant, runs }) => judgedBy(mutant, runs).outcome)).toEqual([
    'survived',
    'survived',
  ]);
  expect(judgedBy(lax.mutant, lax.runs)).toMatchObject({
    outcome: 'fail',
    lines: ['gap'],
    failed: expect.arrayContaining(['LEAD-02']) as unknown,
  });
  expect(bench.killers.get(RULE)).toBe('gap');
});
