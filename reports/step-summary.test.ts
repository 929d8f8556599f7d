import { expect, test } from 'vitest';
import { stepSummary } from './step-summary.ts';
import { HOSTILE, samplePage } from './testing/sample-page.ts';

test('a summary shows the verdict, the cells by line, why cells were not judged, and each failure with its replay line', () => {
  expect(stepSummary(samplePage())).toMatchInlineSnapshot(`
    "## Assay: non-conformant

    2 of 2 operations reached, 0 failed, seed 42, probes 3f9a1c20, 3.2 s

    | Line | ✗ failed | ! harness at fault | ~ waived | ? not judged | ✓ passed | ○ observed | – not applicable |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    | Jobloss | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
    | Travel | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
    | Landlord | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
    | Motor gap | 1 | 1 | 1 | 1 | 1 | 1 | 1 |

    ### Why cells are not judged

    - Travel Draft Create answers 200 

    ### What failed

    **✗ GAP-CONTRACT-02** on Motor gap Contract Create: The 303 of a contract creation must carry a Location header.

    - expected a Location header on the 303
    - got 303 without Location 

    \`\`\`sh
    assay replay GAP-CONTRACT-02
    \`\`\`

    **! VERSION-01** on Motor gap Draft Create: A request without the header Service-Api-Version must be refused.

    - expected a Location header on the 303
    - got an error of the harness

    \`\`\`sh
    assay replay VERSION-01
    \`\`\`

    "
  `);
});

test('lists ten failures, and counts the others', () => {
  const source = samplePage();
  const [fail] = source.verdicts;
  const text = stepSummary({ ...source, verdicts: Array.from({ length: 13 }, () => fail!) });

  expect(text.match(/^\*\*✗ /gm)).toHaveLength(10);
  expect(text).toContain('… and 3 more, see report.html of the run.');
});

test.each(Object.entries(HOSTILE))('escapes texts of a service: %s', (_, text) => {
  const summary = stepSummary(samplePage(text));

  expect(summary).not.toMatch(/<(?!\/?$)|[^\\]\]\(|[^\P{Cc}\n]|[\u202A-\u202E]/u);
});
