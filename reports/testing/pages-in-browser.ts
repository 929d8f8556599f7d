import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, type TestContext } from 'vitest';
import { openBrowser } from './sample-browser.ts';

/** How a page is looked at. */
interface View {
  readonly width?: number;
  readonly height?: number;
  readonly hash?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly media?: 'screen' | 'print';
  readonly locale?: string;
  /** What is done before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** A page that is open, and what it did that no page of ours should: errors, dialogs, calls of other hosts. */
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
  onTestFinished(() => page.close());
  const problems = watch(page);
  await view.before?.(page);
  if (media) await page.emulateMedia({ media });
  await page.goto(`file://${file}${hash}`);
  return { page, problems };
};

/** One browser for the tests of a file; each opens the text of a page, or is skipped where there is no browser. */
export const pagesInBrowser = () => {
  let folder = '';
  let found: { browser: Browser } | { reason: string } = { reason: 'not looked for yet' };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
    found = await openBrowser(process.env['CHROMIUM_PATH']);
  }, 60_000);
  afterAll(async () => {
    if ('browser' in found) await found.browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return async ({ skip }: TestContext, html: string, view: View = {}): Promise<OpenedPage> => {
    if ('reason' in found) return skip(found.reason);
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    return openIn(found.browser, file, view);
  };
};

/** What an expression comes to in a page that runs no text as a program: asked by the browser's own protocol. */
export const evaluated = async (page: Page, expression: string): Promise<unknown> => {
  const session = await page.context().newCDPSession(page);
  const options = { expression, awaitPromise: true, returnByValue: true };
  return (await session.send('Runtime.evaluate', options)).result.value;
};
