import { expect, test } from 'vitest';
import { outsideReferences } from '../packed-page.ts';
import { pagesInBrowser } from '../testing/pages-in-browser.ts';
import { loadPage } from './load-page.ts';
import { sampleFailedLoad, sampleLoadRecord } from '../testing/sample-load.ts';

const open = pagesInBrowser();

test('the page requests nothing from other hosts, and escapes texts', () => {
  const page = loadPage(sampleFailedLoad());
  expect(outsideReferences(page)).toEqual([]);
  expect(page).not.toContain('<b>a</b>');
  expect(page).toContain('&lt;b&gt;a&lt;/b&gt;');
});

/** Expressions for the browser: column labels of the first table, and cells outside the viewport. */
const LABELS = `[...document.querySelectorAll('table')[0].querySelectorAll('td')].map((cell) => cell.dataset.label)`;
const OUT_OF_SIGHT = `[...document.querySelectorAll('.scroll td')].filter((cell) => {
  const { left, right, width } = cell.getBoundingClientRect();
  return left < 0 || right > innerWidth || width === 0;
}).map((cell) => cell.textContent)`;

test.for([
  [1280, 'en-GB'],
  [390, 'en-GB'],
  [1280, 'en-US@posix'],
] as const)(
  'at %i pixels and in the language %s it draws its charts and fits',
  async ([width, language], context) => {
    const named = `{ value: '${language}', configurable: true }`;
    const { page, problems } = await open(context, loadPage(sampleLoadRecord()), {
      width,
      locale: 'en-GB',
      before: (each) =>
        each.addInitScript(`Object.defineProperty(navigator, 'language', ${named})`),
    });
    await page.waitForSelector('.uplot');
    expect(problems).toEqual([]);
    expect(await page.locator('.uplot canvas').count()).toBe(3);
    expect(await page.locator('#latency .u-label').allTextContents()).toEqual([
      'after',
      'p50',
      'p95',
      'slowest',
      'limit of gap, p95 in ms (40)',
    ]);
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Lines',
      'Latency over time',
      'Distribution',
      'Limits',
      'Journeys',
      'Validity',
      'The generator',
    ]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.evaluate<string[]>(LABELS)).toContain('p99');
    expect(await page.evaluate<string[]>(OUT_OF_SIGHT)).toEqual([]);
  },
);
