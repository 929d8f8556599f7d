import axe from 'axe-core';
import { expect, test } from 'vitest';
import { outsideReferences } from '../packed-page.ts';
import { evaluated, pagesInBrowser } from '../testing/pages-in-browser.ts';
import { HOSTILE, samplePage } from '../testing/sample-page.ts';
import { WAIVER } from '../testing/sample-sealed-run.ts';
import { conformancePage } from './conformance-page.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const open = pagesInBrowser();

test('the page shows the verdict first, then what did not pass, most severe first', async (context) => {
  const { page, problems } = await open(context, conformancePage(samplePage()));

  expect(problems).toEqual([]);
  expect(outsideReferences(conformancePage(samplePage()))).toEqual([]);
  expect(await page.title()).toBe('staging: non-conformant');
  expect(await page.locator('.verdict').textContent()).toBe('non-conformant');
  expect(await page.locator('.counts li').allTextContents()).toEqual([
    '! 1 harness at fault',
    '✗ 1 failed',
    '~ 1 waived',
    '? 1 not judged',
    '✓ 1 passed',
    '○ 1 observed',
    '– 1 not applicable',
  ]);
  expect(await page.locator('select[name=line] option').allTextContents()).toContain(
    'Motor gap ! 1 ✗ 1 ~ 1 ? 1 ✓ 1 ○ 1 – 1',
  );
  expect(await page.locator('details.cell summary b').allTextContents()).toEqual([
    'VERSION-01',
    'GAP-CONTRACT-02',
    'GAP-CONTRACT-03',
    'GAP-CONTRACT-01',
  ]);
});

test('a waived run is conformant with its waivers, and not green', () => {
  const source = samplePage();
  const record = { ...source.record, exitCode: 0 as const, waivers: [WAIVER, WAIVER] };

  expect(conformancePage({ ...source, record })).toContain(
    '<p class="verdict open">conformant with 2 waivers</p>',
  );
});

test('request and answer of a failure are two clicks away, beside the control request, with the difference marked', async (context) => {
  const { page } = await open(context, conformancePage(samplePage()));

  await page.locator('section.line td.fail a').click();
  const cell = page.locator('details.cell[open]');

  expect(await cell.locator('h3').allTextContents()).toEqual([
    'faulty request (exchange 1)',
    'control request (exchange 2)',
    'control request (exchange 2)',
    'the other sighting (exchange 3)',
  ]);
  expect(await cell.locator('.exchange > pre').first().isVisible()).toBe(true);
  expect(await cell.locator('.pair mark').allTextContents()).toEqual([
    '"paymentTerm": "NEVER",',
    '"paymentTerm": "YEARLY",',
  ]);
  expect(await cell.locator('.step > summary').allInnerTexts()).toEqual([
    expect.stringMatching(/^1\.\s+faulty request\s+Contract Create POST .*303 without Location/s),
    expect.stringMatching(
      /^2\.\s+control request\s.*accepted: everything except the fault is valid/s,
    ),
    expect.stringMatching(/^also seen in exchange 3, status 200/),
  ]);
  expect(await cell.textContent()).toContain('assay replay GAP-CONTRACT-02');
  expect(new URL(page.url()).hash).toBe('#cell-GAP-CONTRACT-02@gap.contract-create');
});

test('keeps filters in the address, and restores them from it', async (context) => {
  const html = conformancePage(samplePage());
  const { page } = await open(context, html, { hash: '#verdict=fail&text=location' });
  const shown = page.locator('section.line tbody tr:visible th');

  expect(await page.locator('output').textContent()).toBe('1 cell');
  expect(await page.locator('details.cell:visible summary b').allTextContents()).toEqual([
    'GAP-CONTRACT-02',
  ]);
  await page.locator('select[name=verdict]').selectOption('');
  // Other columns of a row are no cells.
  await page.locator('input[name=text]').fill('GAP-CONTRACT-02');
  expect(await page.locator('output').textContent()).toBe('1 cell');
  await page.locator('input[name=text]').fill('');
  await page.locator('select[name=verdict]').selectOption('pass');
  expect(new URL(page.url()).hash).toBe('#verdict=pass');
  expect(await shown.count()).toBe(1);
  await page.locator('select[name=line]').selectOption('gap');
  await page.locator('input[name=text]').fill('nothing has these words');
  expect(await shown.count()).toBe(0);
});

test.for([1280, 390])('at %i pixels it fits, and axe finds nothing', async (width, context) => {
  const { page, problems } = await open(context, conformancePage(samplePage()), { width });

  await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
  const violations = await evaluated(
    page,
    `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  );

  expect(violations).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
  expect(problems).toEqual([]);
});

test('on paper the failures are open and the filters are hidden', async (context) => {
  const { page } = await open(context, conformancePage(samplePage()));

  await page.emulateMedia({ media: 'print' });

  expect(await page.locator('#filters').isVisible()).toBe(false);
  expect(await page.locator('details.cell .exchange > pre').first().isVisible()).toBe(true);
});

test.for(drawn(Object.entries(HOSTILE), 4))(
  'escapes texts of a service: %s',
  async ([, text], context) => {
    const html = conformancePage(samplePage(text));
    const { page, problems } = await open(context, html);
    await page.evaluate(
      "document.querySelectorAll('details').forEach((each) => (each.open = true))",
    );

    expect(problems).toEqual([]);
    expect(await page.title()).toMatch(/^staging .*: non-conformant$/);
    expect(await page.locator('main script, main img, main link, main a[href^=http]').count()).toBe(
      0,
    );
    expect(await page.locator('details.cell').count()).toBe(4);
    // eslint-disable-next-line no-control-regex
    expect(html).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u202A-\u202E\u200F\uFFFD]|\p{Cs}/u);
  },
);

test('shows a body unchanged if parsing would change it, and does not lay out a deep one', () => {
  const source = samplePage();
  const shownAs = (text: string): string => {
    const [first, ...others] = source.exchanges;
    const request = { ...first!.request, body: { encoding: 'utf8', text } as const };
    return conformancePage({ ...source, exchanges: [{ ...first!, request }, ...others] });
  };

  expect(shownAs('{"a":100.0,"a":2}')).toContain('{"a":100.0,"a":2}');
  expect(shownAs('{"a":12345678901234567890}')).toContain('12345678901234567890');
  expect(shownAs('['.repeat(4000) + ']'.repeat(4000)).length).toBeLessThan(200_000);
});

test('cells that are not judged for one cause share a card, which lists them all', async (context) => {
  const source = samplePage();
  const [, open_] = source.verdicts;
  const many = Array.from({ length: 2000 }, (_, at) => ({
    ...open_!,
    cell: `${open_!.cell}-${at}`,
  }));
  const [cause, held] = [many.slice(0, 50), many.slice(50)];
  const causes = [
    {
      sentence: 'Draft Get answers 404',
      answer: 'status 404',
      exchange: 1,
      cells: cause.map(({ cell }) => cell),
    },
  ];
  const html = conformancePage({ ...source, verdicts: [...cause, ...held], causes });
  const { page } = await open(context, html, { hash: '#cause-2' });

  expect(html.length).toBeLessThan(1_500_000);
  expect(await page.locator('details.cell').count()).toBe(0);
  expect(await page.locator('details.cause > summary').allInnerTexts()).toEqual([
    '? 50 cells Draft Get answers 404',
    '? 1,950 cells blocked by an earlier step',
  ]);
  expect(await page.locator('td.inconclusive a[href="#cause-2"]').count()).toBe(1);
});

test('cells that a stopped run did not reach have its end as their reason', () => {
  const source = samplePage();
  const left = ['a', 'b', 'c'].map((cell) => ({
    ...source.verdicts[1]!,
    reason: 'hole' as const,
    got: 'no check was executed',
    sightings: 0,
    cell,
  }));
  const record = { ...source.record, stopped: 'killed after 1,234 exchanges' };
  const html = conformancePage({ ...source, record, verdicts: left, causes: [] });

  expect(html).toContain(
    'had no verdict yet when the run ended (killed after 1,234 exchanges): run it again',
  );
  expect(html).not.toContain('no check was executed');
});

test('the key / focuses the search, and commands can be copied', async (context) => {
  const { page } = await open(context, conformancePage(samplePage()));

  await page.keyboard.press('/');
  await page.keyboard.type('location');
  await expect.poll(() => new URL(page.url()).hash).toBe('#text=location');
  await page.locator('details.cell:visible > summary').first().click();
  expect(await page.getByRole('button', { name: 'copy replay' }).first().isVisible()).toBe(true);
});

test('the timing of a run shows its answers over time, and latencies beside those of the run before', async (context) => {
  const source = samplePage();
  const latency = { 'gap.contract-create': { answers: 20, p50: 12.5, p95: 31 } };
  const before = { 'gap.contract-create': { answers: 20, p50: 8.1, p95: 30 } };
  const since = {
    run: 'run-before',
    assay: '0.1.0',
    broken: [],
    fixed: [],
    stillFailing: 0,
    latency: before,
  };
  const record = { ...source.record, latency };
  const { page, problems } = await open(context, conformancePage({ ...source, record, since }));

  await page.locator('.timing > summary').click();
  const timing = page.locator('.timing');

  expect(problems).toEqual([]);
  expect(await timing.locator('svg').getAttribute('aria-label')).toMatch(
    /^\d+\.\d s: \d+ accepted, \d+ refused \(4xx\), \d+ server error or no answer; /,
  );
  expect(await timing.locator('svg rect').count()).toBeGreaterThan(0);
  expect(await timing.locator('table').last().locator('tbody td').allTextContents()).toEqual([
    'Motor gap Contract Create',
    '20',
    '12.5 ms',
    '8.1 ms',
    '31 ms',
    '30 ms',
  ]);
  expect(await timing.innerText()).toContain('Before: run-before.');
});
