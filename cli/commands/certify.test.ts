import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClassSchema } from '../../generators/pairwise.ts';
import { classesOf } from '../../generators/testing/value-classes.ts';
import { describePairs, type PairCoverage } from '../../oracles/sequence-coverage.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { latestRunFolder } from '../../store/run-folder.ts';
import { BODIES } from '../../spec/bodies.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { callCli } from '../testing/call-cli.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-certify-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const LINES = ['travel', 'gap'] as const;
type OneLine = (typeof LINES)[number];

/** Operation by which a journey first writes a draft: a creation of motor gap shows nothing. */
const WRITES = { travel: 'travel.draft-create', gap: 'gap.draft-update' } as const;

const pairsIn = (line: OneLine, exchanges: readonly Exchange[]): number => {
  const schema: ClassSchema = BODIES[`${line}-draft`];
  const drafts = exchanges.filter(
    ({ test: name, operation }) =>
      name.startsWith(`journey/${line}/`) && operation === WRITES[line],
  );
  const pairs = drafts.flatMap(({ request }) => {
    const classes = [...new Set(classesOf(schema, JSON.parse(request.body?.text ?? '{}')))];
    const sorted = classes.toSorted();
    return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `${one} & ${other}`));
  });
  return new Set(pairs).size;
};

const judge = async (command: 'certify' | 'gate') => {
  const out = join(folder, command);
  const selection = ['--line', LINES.join(), '--requirement', 'STATUS-01', '--runs', '4'];
  const { code, stdout } = await callCli([command, ...selection, '--seed', '7', '--out', out]);
  const run = latestRunFolder(out);
  const { items } = readJsonLines<Exchange>(run.exchanges);
  const sent = Object.fromEntries(LINES.map((line) => [line, pairsIn(line, items)]));
  const coverages = readJsonLines<PairCoverage>(run.pairs).items;
  return { code, stdout, coverages, sent };
};

describe('certify', { timeout: 300_000 }, () => {
  test('chooses the drafts of its journeys for pairwise coverage, and prints how many it sent', async () => {
    const [certified, gated] = [await judge('certify'), await judge('gate')];

    expect([certified.code, gated.code]).toEqual([0, 0]);
    expect(certified.coverages).toHaveLength(LINES.length);
    for (const coverage of certified.coverages) {
      expect(coverage.drafts).toBe(4);
      expect(coverage.covered).toBe(certified.sent[coverage.line]);
      expect(coverage.covered).toBeLessThan(coverage.possible);
      expect(coverage.covered).toBeGreaterThan(gated.sent[coverage.line] ?? Infinity);
    }
    const inOrder = LINES.flatMap((line) =>
      certified.coverages.filter((each) => each.line === line),
    );
    expect(certified.stdout).toContain(inOrder.map(describePairs).join('\n'));
    expect(gated.coverages).toEqual([]);
  });
});
