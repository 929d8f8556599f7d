import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const out = mkdtempSync(join(tmpdir(), 'assay-refused-value-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

test.each(drawnInTurn('refused values', ['a refused value keeps little else from being judged']))(
  '%s',
  async () => {
    // With this seed most drafts are in French, which this service refuses.
    const fault = ['--fault', 'jobloss-created-without-french'];
    const gate = ['gate', '--line', 'jobloss', '--seed', '1', '--out', out];
    const { code } = await callCli([...gate, ...fault]);
    const { items } = readJsonLines<CellVerdict>(join(out, 'latest', 'verdicts.jsonl'));
    const cellsThatAre = (wanted: string) =>
      items.filter(({ verdict }) => verdict === wanted).map(({ cell }) => cell);

    expect(code).toBe(1);
    expect(cellsThatAre('fail')).toEqual(['JOBLOSS-LEGAL-language@jobloss.draft-create']);
    // Comparisons of a draft with itself, or with another of the same customer, may be inconclusive.
    const open = cellsThatAre('inconclusive').filter(
      (cell) => !/^(LEGAL-01|COUNTRY-01|DRAFT-04)@/.test(cell),
    );
    // A cell whose drafts with this seed are all in French cannot be judged.
    expect(open.length).toBeLessThanOrEqual(items.length / 50);
  },
);
