import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluated, pagesInBrowser } from '../../reports/testing/pages-in-browser.ts';
import { buildSite } from './build-site.ts';
import { drawnInTurn } from '../testing/drawn.ts';

describe.each(drawnInTurn('site in a browser', ['the site in a browser']))('%s', () => {
  const open = pagesInBrowser();
  let site = '';
  beforeAll(async () => {
    site = mkdtempSync(join(tmpdir(), 'assay-site-seen-'));
    await buildSite(site);
  });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  test.for([390, 1280])('no page is wider than a screen of %d pixels', async (width, context) => {
    const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(index|certificate|nightly|reference.(service-gap|target|commands))\.html$/.test(name),
    );
    const wide: string[] = [];
    for (const name of names) {
      const { page, problems } = await open(context, readFileSync(join(site, name), 'utf8'), {
        width,
        before: (shown) => shown.route('**/output.svg', (route) => route.abort()),
      });
      expect(problems.filter((each) => !each.endsWith('output.svg'))).toEqual([]);
      const seen = await evaluated(page, 'document.documentElement.scrollWidth');
      if (Number(seen) > width) wide.push(`${name}: ${String(seen)}`);
    }

    expect(names).toHaveLength(6);
    expect(wide).toEqual([]);
  });
});
