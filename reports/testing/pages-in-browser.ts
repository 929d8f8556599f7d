import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, type TestContext } from 'vitest';
import { ACTION_MS, openBrowser } from './sample-browser.ts';

/** Viewport and preparation of a page. */
interface View {
  readonly width?: number;
  readonly height?: number;
  readonly hash?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly media?: 'screen' | 'print';
  readonly locale?: string;
  /** Runs before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** Open page, with its errors, dialogs and calls of other hosts, of which our pages have none. */
interface OpenedPage {
  readonly page: Page;
  readonly problems: readonly string[];
}

const watch = (page: Page): readonly string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  page.on('request', (each) => {
    if (!/^(file|data):/.test(each.url())) problems.push(each.url());
  });
  return problems;
};

const openIn = async (browser: Browser, file: string, view: View): Promise<OpenedPage> => {
  const { width = 1280, height = 900, hash = '', colorScheme = 'light', locale, media } = view;
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    ...(locale === undefined ? {} : { locale }),
  });
  page.setDefaultTimeout(ACTION_MS);
  onTestFinished(() => page.close());
  const problems = watch(page);
  await view.before?.(page);
  if (media) await page.emulateMedia({ media });
  await page.goto(`${pathToFileURL(file).href}${hash}`);
  return { page, problems };
};

/** Shares one browser among the tests of a file; opens a page, from its text or its file, or skips the test if there is no browser. */
export const pagesInBrowser = () => {
  let folder = '';
  let found: { browser: Browser } | { reason: string } = { reason: 'not looked for yet' };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
    found = await openBrowser(process.env['CHROMIUM_PATH']);
  });
  afterAll(async () => {
    if ('browser' in found) await found.browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return async (
    { skip }: TestContext,
    html: string | { readonly file: string },
    view: View = {},
  ): Promise<OpenedPage> => {
    if ('reason' in found) return skip(found.reason);
    if (typeof html !== 'string') return openIn(found.browser, html.file, view);
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    return openIn(found.browser, file, view);
  };
};

/** Evaluates an expression by the browser's own protocol, in a page that forbids eval. */
export const evaluated = async (page: Page, expression: string): Promise<unknown> => {
  const session = await page.context().newCDPSession(page);
  const options = { expression, awaitPromise: true, returnByValue: true };
  return (await session.send('Runtime.evaluate', options)).result.value;
};
