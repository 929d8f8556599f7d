import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRoom } from '../room.ts';
import { instrument } from './instrument.ts';
import { type Bench, tryOneLine, tryTogether } from './judge-mutant.ts';
import { reachOf, reachOfLine } from './reach.ts';
import { readSources, sourceFiles, START } from './source-files.ts';
import { judgedBy, newTrial, type Trial } from './trial.ts';

const PROGRAM = join(import.meta.dirname, '../../cli/mutant-worker.ts');
const RULE = 'reference/rules/lead-email.ts';

test('of one rule, what nobody can see survives together, and what no lead is refused for is caught by its name', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-source-'));
  const others = sourceFiles().filter((file) => file !== RULE);
  const { texts, mutants } = await instrument(readSources([RULE]), readSources([START, ...others]));
  writeFileSync(join(root, 'instrumented.json'), JSON.stringify(texts));
  const room = openRoom(root, PROGRAM);
  onTestFinished(() => {
    room.close();
    rmSync(root, { recursive: true });
  });
  const reach = await reachOfLine(room, root, 'gap', 1);
  const usual = new Map([['gap' as const, reach.milliseconds]]);
  const bench: Bench = { room, root, seed: 1, usual, killers: new Map() };
  const trialOf = (original: RegExp, replacement: RegExp): Trial => {
    const mutant = mutants.find(
      (each) => original.test(each.original) && replacement.test(each.replacement),
    );
    const own = mutant && reachOf(mutant.id, [reach]);
    if (!own) throw new Error(`no mutant makes ${original} into ${replacement}`);
    return { ...newTrial(mutant, own), left: ['gap'] };
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
