import { expect, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { annotation, githubAnnotations } from './github-annotations.ts';
import { cellVerdict } from './testing/sample-record.ts';

const annotate = (verdicts: readonly CellVerdict[]) =>
  githubAnnotations(verdicts, ({ requirement }) => `assay replay ${requirement} --seed 42`);

test('a fail is an error, an inconclusive cell a warning, and the rest is omitted', () => {
  const lines = annotate([
    cellVerdict({ where: 'Location' }),
    cellVerdict({ verdict: 'inconclusive', reason: 'hole' }),
    cellVerdict({ verdict: 'pass' }),
    cellVerdict({ verdict: 'waived' }),
    cellVerdict({ verdict: 'observed' }),
  ]);

  expect(lines).toEqual([
    '::error title=GAP-CONTRACT-02@gap.contract-create::expected  a Location header on the 303%0Agot       303 without Location%0Awhere     Location%0Areplay    assay replay GAP-CONTRACT-02 --seed 42',
    '::warning title=GAP-CONTRACT-02@gap.contract-create::expected  a Location header on the 303%0Agot       303 without Location%0Awhy       no request was sent for it%0Areplay    assay replay GAP-CONTRACT-02 --seed 42',
  ]);
});

test('escapes characters that would end a command or its title', () => {
  expect(annotation('error', 'a,b:c%\r\n', 'x,y::error::%\r\n')).toBe(
    '::error title=a%2Cb%3Ac%25%0D%0A::x,y::error::%25%0D%0A',
  );
  const [line] = annotate([cellVerdict({ got: '\n::error::forged' })]);
  expect(line?.split('\n')).toHaveLength(1);
});

test('shows at most ten of each, and the total', () => {
  const many = (count: number, verdict: CellVerdict['verdict']) =>
    Array.from({ length: count }, () => cellVerdict({ verdict }));
  const lines = annotate([...many(12, 'fail'), ...many(11, 'inconclusive')]);
  const count = (level: string) => lines.filter((line) => line.startsWith(`::${level} `)).length;

  expect([count('error'), count('warning'), count('notice')]).toEqual([10, 10, 2]);
  expect(lines[10]).toContain('title=12 cells failed::The first 10');
  expect(lines[21]).toContain('title=11 cells were not judged::');
});

test('cells that are not judged for one cause are one warning', () => {
  const open = cellVerdict({ verdict: 'inconclusive', reason: 'blocked-by' });
  const cause = {
    sentence: 'Motor gap Draft Create answered 400 to every body.',
    target: 'bodies.gap.draft-create is not set',
    operation: 'gap.draft-create',
    cells: [open.cell],
  } as const;

  expect(githubAnnotations([open, { ...open, cell: 'other' }], () => 'replay', [cause])).toEqual([
    '::warning title=1 cell not judged%2C gap.draft-create::Motor gap Draft Create answered 400 to every body.%0Atarget  bodies.gap.draft-create is not set',
    expect.stringMatching(/^::warning title=other::/),
  ]);
});
