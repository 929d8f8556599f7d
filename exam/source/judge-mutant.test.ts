import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorker } from '../worker.ts';
import { instrument } from './instrument.ts';
import { type MutantBench, tryOneLine, tryTogether, groupTrials, bisect } from './judge-mutant.ts';
import { judgedBy, newMutantTrial, type MutantTrial } from './mutant-trial.ts';
import { reachOf, reachOfLine, primaryLines, type LineReach } from './reach.ts';
import { readSources, sourceFiles, START } from './source-files.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { exampleMutant } from '../testing/example-mutant.ts';

const PROGRAM = join(import.meta.dirname, '../../cli/mutant-worker.ts');

test.each(drawnInTurn('judge mutants', ['reference/rules/lead-email.ts']))(
  'invisible mutants of %s survive together, and one that accepts every lead is caught by name',
  async (rule) => {
    const root = mkdtempSync(join(tmpdir(), 'assay-source-'));
    const others = sourceFiles().filter((file) => file !== rule);
    const { texts, mutants } = await instrument(
      readSources([rule]),
      readSources([START, ...others]),
    );
    writeFileSync(join(root, 'instrumented.json'), JSON.stringify(texts));
    const worker = openWorker(root, PROGRAM);
    onTestFinished(() => {
      worker.close();
      rmSync(root, { recursive: true });
    });
    const reach = await reachOfLine(worker, root, 'gap', 1);
    const usual = new Map([['gap' as const, reach.milliseconds]]);
    const bench: MutantBench = { worker, root, seed: 1, usual, killers: new Map() };
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
    const { outcome, lines, failed } = judgedBy(lax.mutant, lax.runs);
    expect({ outcome, lines }).toEqual({ outcome: 'fail', lines: ['gap'] });
    // The run ends at the first failure, and which probe of the two requirements is answered first is chance.
    expect(failed).toSatisfy((ids: readonly string[]) =>
      ids.some((id) => ['LEAD-01', 'LEAD-02'].includes(id)),
    );
    expect(bench.killers.get(rule)).toBe('gap');
  },
);

const REACH = { lines: ['gap'], early: false, hits: 1 } as const;

/** A mutant of a declaration. */
const placed = (id: string, declaration: number): MutantTrial =>
  newMutantTrial(exampleMutant({ id, declaration }), REACH);

const idsOf = (groups: readonly (readonly MutantTrial[])[]) =>
  groups.map((group) => group.map(({ mutant }) => mutant.id));

test('groups mutants of two declarations, but not two of the same', () => {
  const trials = [placed('first', 1), placed('same', 1), placed('second', 9)];

  expect(idsOf(groupTrials(trials))).toEqual([['first', 'second'], ['same']]);
});

test('starts another group for mutants with other lines, or for too many', () => {
  const many = Array.from({ length: 20 }, (_, at) => placed(String(at), at));
  const other: MutantTrial = { ...placed('travel', 99), left: ['travel'] };

  const both: MutantTrial = { ...placed('both', 98), left: ['travel', 'gap'] };

  expect(groupTrials([...many, other]).map(({ length }) => length)).toEqual([16, 4, 1]);
  expect(groupTrials([...many.slice(0, 5), other, both])).toHaveLength(1);
  expect(bisect([1, 2, 3])).toEqual([[1, 2], [3]]);
  expect(bisect([1])).toEqual([[1]]);
});

/** Reach of two runs of a line. */
const lineReach = (
  line: LineReach['line'],
  loading: Record<string, number>,
  first: Record<string, number>,
  second: Record<string, number>,
): LineReach => ({
  line,
  first: { loading, running: first, met: [] },
  second: { loading, running: second, met: [] },
  milliseconds: 1,
});

test('a mutant is early if it is reached at load time, or in the first run only', () => {
  const all = [
    lineReach('gap', { loaded: 1 }, { kept: 1, usual: 2 }, { usual: 2 }),
    lineReach('travel', { loaded: 1 }, { usual: 3 }, { usual: 3 }),
  ];

  expect(reachOf('nowhere', all)).toBeUndefined();
  expect(reachOf('loaded', all)).toMatchObject({ early: true, hits: 0 });
  expect(reachOf('loaded', all)?.lines).toHaveLength(4);
  expect(reachOf('kept', all)).toEqual({ lines: ['gap'], early: true, hits: 1 });
  expect(reachOf('usual', all)).toEqual({ lines: ['gap', 'travel'], early: false, hits: 5 });
});

test('after a single run any mutant may be early', () => {
  const { second: _, ...once } = lineReach('gap', { loaded: 1 }, { usual: 2 }, {});

  expect(reachOf('nowhere', [once])).toBeUndefined();
  expect(reachOf('usual', [once])).toEqual({ lines: ['gap'], early: true, hits: 2 });
});

test('tries the line that uses a file most first, whoever loads it', () => {
  const file = 'reference/rules/casco-insurer.ts';
  const loaded = { lines: ['jobloss', 'travel', 'landlord', 'gap'], early: true, hits: 0 } as const;
  const used = { lines: ['gap'], early: false, hits: 1 } as const;
  const reached = [loaded, loaded, loaded, used].map((reach) => ({ file, reach }));

  expect(primaryLines(reached)).toEqual(new Map([[file, 'gap']]));
});
