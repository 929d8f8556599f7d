import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluated, pagesInBrowser } from '../../reports/testing/pages-in-browser.ts';
import { buildSite } from './build-site.ts';
import { drawnInTurn } from '../testing/drawn.ts';

/** Elements whose text is wider than they are: it is cut, or has to be scrolled to. */
const CUT = `[document.documentElement, ...document.querySelectorAll('body *')]
  .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth && !each.matches('input'))
  .map((each) => each.outerHTML.slice(0, 80))`;

const VIOLATIONS = `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`;

describe.each(drawnInTurn('site in a browser', ['the site in a browser']))('%s', () => {
  const open = pagesInBrowser();
  let site = '';
  beforeAll(async () => {
    site = mkdtempSync(join(tmpdir(), 'assay-site-seen-'));
    await buildSite(site);
  });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  const at = (name: string) => ({ file: join(site, name) });

  /** Types into the search box from anywhere on the page; the titles of the results. */
  const search = async (page: Page, words: string): Promise<readonly string[]> => {
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.locator('.panel').waitFor();
    return page.locator('[role=option] b').allTextContents();
  };

  test.for([390, 800, 1280])('at %d pixels no text is cut', async (width, context) => {
    const names = [
      ...readdirSync(site),
      ...readdirSync(join(site, 'reference')).map((name) => `reference/${name}`),
      ...['GAP-PRICE-03', 'PRICE-FIELD-prices_.variant-enum'].map(
        (id) => `reference/requirements/${id}.html`,
      ),
    ].filter((name) => name.endsWith('.html'));
    const { page, problems } = await open(context, at('index.html'), { width });
    const cut: string[] = [];
    for (const name of names) {
      await page.goto(pathToFileURL(join(site, name)).href);
      await page.evaluate(
        "document.querySelectorAll('details').forEach((each) => (each.open = true))",
      );
      cut.push(...((await evaluated(page, CUT)) as string[]).map((text) => `${name}: ${text}`));
    }

    expect(names.length).toBeGreaterThan(25);
    expect(cut).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.for(['light', 'dark'] as const)(
    'in %s colours axe finds nothing',
    async (colorScheme, context) => {
      const { page } = await open(context, at('reference/requirements/GAP-PRICE-03.html'), {
        colorScheme,
      });
      await search(page, 'two price requests');

      expect(await evaluated(page, VIOLATIONS)).toEqual([]);
    },
  );

  test('the search finds ids, phrases and mistyped words, by keyboard and without any request', async (context) => {
    const { page, problems } = await open(context, at('reference/requirements/LEAD-01.html'));
    const loaded = await page.locator('script').count();

    expect((await search(page, 'gap-price-03'))[0]).toBe('GAP-PRICE-03');
    expect(await search(page, 'unchanged draft same amount')).toContain('GAP-PRICE-03');
    expect(await search(page, 'waivr')).toContain('assay waive');
    expect(await search(page, 'limits.concurrency')).toContain('limits');
    expect(await search(page, 'qqqqqq')).toEqual([]);
    expect(await page.locator('output').textContent()).toBe('0 results');
    expect(loaded).toBe(1);

    await search(page, 'GAP-PRICE-03');
    const chosen = page.locator('[aria-selected=true] b');
    await page.keyboard.press('ArrowDown');
    expect(await chosen.textContent()).not.toBe('GAP-PRICE-03');
    await page.keyboard.press('ArrowUp');
    expect(await chosen.textContent()).toBe('GAP-PRICE-03');
    await page.keyboard.press('Escape');
    expect(await page.locator('.panel').isVisible()).toBe(false);
    await search(page, 'GAP-PRICE-03');
    await page.keyboard.press('Enter');
    await page.waitForURL(/GAP-PRICE-03\.html$/);
    expect(await page.title()).toBe('GAP-PRICE-03 – Assay');
    expect(problems).toEqual([]);
  });

  test('a copy button takes the commands of a console without what they printed', async (context) => {
    const { page } = await open(context, at('first-verdict.html'));
    await page.evaluate('navigator.clipboard.writeText = async (text) => (document.title = text)');

    await page.locator('button:has(+ pre > .language-console)').first().click();

    expect(await page.title()).toMatch(/^(?!\$)[^\n]+$/);
  });

  test('without scripts the search box is hidden', async (context) => {
    const { page } = await open(context, at('index.html'), {
      before: (shown) => shown.route('**/site.js', (route) => route.abort()),
    });

    expect(await page.locator('#search').isVisible()).toBe(false);
  });
});
