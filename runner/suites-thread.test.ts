import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWorker } from '../exam/worker.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-suite-thread-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Verdict of a run, and the probes that it announced. */
const ended = (printed: string) =>
  /^(?:non-)?conformant[^:]*: .*(?=, [\d.]+ s$)/m.exec(printed)?.[0];

const verdictsIn = (out: string): readonly string[] => {
  const name = readdirSync(out).find((each) => each !== 'latest') ?? '';
  const lines = readFileSync(join(out, name, 'verdicts.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { requirement, operation, verdict } = JSON.parse(line) as Record<string, string>;
    return `${requirement} ${operation} ${verdict}`;
  });
};

/** A selection from every suite: journeys, fields, states, sequences and races. */
const SOME = 'VERSION-*,STATUS-*,DRAFT-*,UNIQUE-*,PRICE-0*,GAP-CONTRACT-*,JOBLOSS-FIELD-terms.*';

test.each(drawnInTurn('runs in a thread', ['jobloss']))(
  'a later run of %s in the same thread sends and finds the same as a first one',
  async (line) => {
    const worker = openWorker(root, join(import.meta.dirname, '../cli/assay-worker.ts'));
    const gate = async (...args: string[]) => {
      const out = mkdtempSync(join(root, 'run-'));
      const { printed, exitCode } = await worker.run(
        ['gate', '--seed', '7', '--requirement', SOME, '--out', out, ...args],
        400_000,
      );
      return { exitCode, ended: ended(printed), verdicts: verdictsIn(out) };
    };
    try {
      const first = await gate('--dialect', 'plain', '--line', line);
      expect(first).toMatchObject({ exitCode: 0, ended: expect.stringContaining('probes') });
      const faulty = await gate('--fault', 'gap-contract-location-is-gone', '--line', 'gap');
      expect(faulty).toMatchObject({ exitCode: 1, ended: expect.stringContaining('1 failed') });
      expect((await gate('--dialect', 'prefixed', '--line', line)).exitCode).toBe(0);
      expect(await gate('--dialect', 'plain', '--line', line)).toEqual(first);
    } finally {
      worker.close();
    }
  },
);
