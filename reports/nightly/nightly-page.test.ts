import axe from 'axe-core';
import { expect, test } from 'vitest';
import { outsideReferences } from '../packed-page.ts';
import { evaluated, pagesInBrowser } from '../testing/pages-in-browser.ts';
import { sampleNight } from '../testing/sample-night.ts';
import { HOSTILE_BUILD, sampleResult, sampleTrend } from '../testing/sample-trend.ts';
import { comparePage } from './compare-page.ts';
import { compareNights } from '../../store/nights/compare-nights.ts';
import { nightlyPage } from './nightly-page.ts';

const open = pagesInBrowser();

const nights = (): string =>
  nightlyPage(sampleResult(), [sampleTrend(), sampleTrend('gap 1 load')]);

const twoNights = (): string => {
  const target = { name: '<b>x</b>', address: '', build: HOSTILE_BUILD };
  const [a, b] = [sampleNight(1, 20, { target }), sampleNight(9, 26, { target })];
  return comparePage(compareNights([a], [b]), a, b);
};

const PAGES = { nights, 'two nights': twoNights } as const;

test('the page shows verdict and meaning, draws every measure, and marks alarms and changes', async (context) => {
  const { page, problems } = await open(context, nights());

  expect(problems).toEqual([]);
  expect(outsideReferences(nights())).toEqual([]);
  expect(await page.title()).toBe('staging, nightly: REGRESSION');
  expect(await page.locator('.verdict').textContent()).toBe('REGRESSION');
  const first = page.locator('section').first();
  expect(await first.locator('h2').textContent()).toBe('travel 1 loadREGRESSION');
  expect(await first.locator('figcaption').count()).toBe(3);
  const p50 = first.locator('svg').first();
  expect(await p50.locator('circle').count()).toBe(59);
  expect(await p50.locator('circle.confirmed').count()).toBe(1);
  expect(await p50.locator('circle.suspicious').count()).toBe(1);
  expect(await p50.locator('circle.ongoing').count()).toBe(9);
  expect(await p50.locator('.change').count()).toBe(1);
  expect(await p50.locator('.renewed').count()).toBe(1);
  expect(await p50.locator('.invalid').count()).toBe(1);
  expect(await first.locator('li').allTextContents()).toEqual([
    'travel 1 load: p50 23 ms, +15 % against the median of 20 ms, limit 22 ms; the alarm of night-50 is still open',
    'travel 1 load: p95 30 ms, +20 % against the median of 25 ms, limit 27 ms; confirmed by further runs (30 ms, 31 ms, 32 ms)',
    expect.stringContaining('lasting change of p50 about 2026-04-20'),
  ]);
});

test('escapes the name of a service', async (context) => {
  for (const make of Object.values(PAGES)) {
    const { page, problems } = await open(context, make());
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.content()).not.toContain('<b>x</b>');
    expect(problems).toEqual([]);
  }
});

test('shows two nights by their distributions', async (context) => {
  const { page } = await open(context, twoNights());
  expect(await page.locator('section svg path.one').count()).toBe(1);
  expect(await page.locator('section svg path.other').count()).toBe(1);
  expect(await page.locator('section p').first().textContent()).toBe(
    'the whole distribution is slower',
  );
  expect(await page.locator('tbody tr').count()).toBe(11);
});

test.for([
  ['nights', 1280, 'light'],
  ['nights', 390, 'dark'],
  ['two nights', 1280, 'dark'],
  ['two nights', 390, 'light'],
] as const)('%s at %i pixels, %s: fits, without findings of axe', async (row, context) => {
  const [name, width, scheme] = row;
  const { page } = await open(context, PAGES[name](), { width, colorScheme: scheme });
  for (const summary of await page.locator('summary').all()) await summary.click();
  expect(await evaluated(page, 'document.documentElement.scrollWidth')).toBe(width);
  await evaluated(page, `${axe.source}; undefined`);
  const violations = await evaluated(
    page,
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
  );
  expect(violations).toEqual([]);
});
