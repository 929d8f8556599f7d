import { expect, test } from 'vitest';
import { DATE_FAILURES } from '../testing/field-failures.ts';
import { pagesInBrowser } from '../testing/pages-in-browser.ts';
import { samplePage } from '../testing/sample-page.ts';
import { conformancePage } from './conformance-page.ts';

const open = pagesInBrowser();

test('on paper the calls of ten failures are printed, and those of one failure for each probable fault', async (context) => {
  const source = samplePage();
  const [fail] = source.verdicts;
  const many = Array.from({ length: 14 }, (_, at) => ({ ...fail!, cell: `${fail!.cell}-${at}` }));
  const printed = async (verdicts: typeof source.verdicts) => {
    const html = conformancePage({ ...source, verdicts, causes: [] });
    const { page } = await open(context, html, { media: 'print' });
    return page.locator('details.cell .story:visible').count();
  };

  expect(await printed(many)).toBe(10);
  expect(await printed(DATE_FAILURES)).toBe(1);
});

test('the mark of a whole body is on its brackets', async (context) => {
  const source = samplePage();
  const [first, ...others] = source.exchanges;
  const body = { encoding: 'utf8', text: '[{"paymentTerm":"YEARLY","n":1}]' } as const;
  const exchanges = [{ ...first!, request: { ...first!.request, body } }, ...others];
  const { page } = await open(context, conformancePage({ ...source, exchanges }));

  const faulty = page.locator('[data-verdict=fail] .pair .exchange').first();
  expect(await faulty.locator('mark').allTextContents()).toEqual(['[', ']']);
});

test('the only failure is open, with its value in sight, beside what was written', async (context) => {
  const source = samplePage();
  const [first, second] = source.exchanges;
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, at]));
  const content = (variant: string) =>
    ({ encoding: 'utf8', text: JSON.stringify({ ...many, terms: { variant } }) }) as const;
  const write = (n: number, variant: string) => ({
    ...second!,
    n,
    request: { ...second!.request, method: 'PUT', body: content(variant) },
  });
  const read = {
    ...first!,
    n: 3,
    intent: 'open' as const,
    request: { ...first!.request, method: 'GET' },
    response: { status: 200, headers: {}, body: content('BASIC') },
  };
  const where = '/terms/variant';
  const requirement = 'LANDLORD-READBACK-terms.variant';
  const verdicts = [{ ...source.verdicts[0]!, requirement, exchanges: [1, 2, 3], where } as const];
  const exchanges = [write(1, 'BASIC'), write(2, 'PREMIUM'), read];
  const html = conformancePage({ ...source, verdicts, findings: [], exchanges, causes: [] });
  const { page } = await open(context, html);

  const pair = page.locator('details.cell[open] .pair');
  expect(await pair.locator('h3').allTextContents()).toEqual([
    'read-back (exchange 3)',
    'what was written (exchange 2)',
  ]);
  expect(await page.locator('.step[open] .meaning').innerText()).toMatch(/, as in step 1$/);
  expect(await pair.locator('mark').allTextContents()).toEqual([
    '"variant": "BASIC"',
    '"variant": "PREMIUM"',
  ]);
  const isInSight = `[...document.querySelectorAll('.pair mark')].every((mark) => {
    const [inner, outer] = [mark, mark.closest('pre')].map((each) => each.getBoundingClientRect());
    return inner.top >= outer.top && inner.bottom <= outer.bottom;
  })`;
  await expect.poll(() => page.evaluate<boolean>(isInSight)).toBe(true);
});

test('failures that probably have one fault share a frame, in which a link opens its cell', async (context) => {
  const source = { ...samplePage(), verdicts: DATE_FAILURES };
  const last = DATE_FAILURES.at(-1)?.cell;
  const { page } = await open(context, conformancePage(source), { hash: `#cell-${last}` });

  expect(await page.locator('.fault > p').allInnerTexts()).toEqual([
    '✗ 4 cells: probably one fault, in 4 fields: A … draft must be refused if … is not a calendar date YYYY-MM-DD.',
  ]);
  expect(await page.locator('details.cell[open]').getAttribute('id')).toBe(`cell-${last}`);
  expect(await page.locator('details.cell[open]').isVisible()).toBe(true);
  await page.locator('select[name=line]').selectOption('travel');
  expect(await page.locator('details.cell:visible summary b').allTextContents()).toEqual([
    'TRAVEL-FIELD-terms.startDate-format',
  ]);
  await page.locator('input[name=text]').fill('nothing has these words');
  expect(await page.locator('.fault').isVisible()).toBe(false);
});

test('a deviation has its own card, before other open cells, whatever shares its reason or cause', () => {
  const source = samplePage();
  const [, open_] = source.verdicts;
  const shared = (['blocked-by', 'twin-refused', 'intermittent', 'unexplained'] as const).flatMap(
    (reason) =>
      ['a', 'b', 'c'].map((name) => ({
        ...open_!,
        reason,
        sightings: reason === 'unexplained' ? 0 : 2,
        cell: `${reason}-${name}`,
      })),
  );
  const verdicts = shared.toSorted((one, other) => one.sightings - other.sightings);
  const causes = [{ sentence: 'Draft Get answers 404', cells: ['intermittent-a', 'blocked-by-a'] }];
  const html = conformancePage({ ...source, verdicts, causes });

  expect(html.match(/(?<=<details class="cell" id="cell-)[^"]+/g)).toEqual([
    'unexplained-a',
    'unexplained-b',
    'unexplained-c',
    'twin-refused-a',
    'twin-refused-b',
    'twin-refused-c',
    'intermittent-a',
    'intermittent-b',
    'intermittent-c',
    'blocked-by-b',
    'blocked-by-c',
  ]);
});

test('a card links to the page of its requirement where the documentation is published', async (context) => {
  const published = { ...samplePage(), homepage: 'https://docs.example/assay/' };
  const { page } = await open(context, conformancePage(published));
  const { page: unpublished } = await open(context, conformancePage(samplePage()));
  const link = `details.cell[id*="${published.verdicts[0]!.requirement}"] a:text-is("documentation")`;

  expect(await page.locator(link).getAttribute('href')).toBe(
    `https://docs.example/assay/reference/requirements/${published.verdicts[0]!.requirement}.html`,
  );
  expect(await unpublished.locator(link).count()).toBe(0);
});
