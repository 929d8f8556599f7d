import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type AllureReport, buildAllureReport } from './allure-report.ts';
import { packedDataOf } from './testing/packed-data.ts';
import { openBrowser } from './testing/sample-browser.ts';
import { SampleSuite } from './testing/sample-suite.ts';
import { CONCURRENT, DOES_NOT_LOAD, EVERY_END } from './testing/sample-suites.ts';

const OPTIONS = { name: 'reference: certify', variables: { Seed: '42' } };

describe('a report', () => {
  const sample = new SampleSuite({
    'every-end.suite.ts': EVERY_END,
    'does-not-load.suite.ts': DOES_NOT_LOAD,
    'concurrent.suite.ts': CONCURRENT,
  });
  let report: AllureReport | undefined;
  let opened: Awaited<ReturnType<typeof openBrowser>> = { reason: 'not opened' };

  beforeAll(async () => {
    await sample.run();
    const outDir = join(sample.folder, 'allure-report');
    mkdirSync(outDir);
    writeFileSync(join(outDir, 'stale.html'), 'of the run before');
    report = await buildAllureReport([sample.resultsDir], outDir, OPTIONS);
    opened = await openBrowser(process.env['CHROMIUM_PATH']);
  }, 60_000);
  afterAll(async () => {
    if ('browser' in opened) await opened.browser.close();
    sample.remove();
  });

  test('it is one page that replaces what was there', () => {
    expect(report).toEqual({
      index: join(sample.folder, 'allure-report', 'index.html'),
      results: 41,
    });
    expect(existsSync(join(sample.folder, 'allure-report', 'stale.html'))).toBe(false);
  });

  test('what it shows is packed', () => {
    expect(packedDataOf(readFileSync(report?.index ?? '', 'utf8')).size).toBeGreaterThan(82);
  });

  test('nothing in it names an analytics host', () => {
    expect(readFileSync(report?.index ?? '', 'utf8')).not.toMatch(
      /googletagmanager|dataLayer\.push/,
    );
  });

  describe('in a browser', () => {
    let browser: Browser;

    beforeEach((context) => {
      if ('reason' in opened) context.skip(opened.reason);
      else browser = opened.browser;
    });

    /** A page that may ask this host only, and a list of what else it asked. */
    const openPage = async (
      host: string,
      width: number,
    ): Promise<{ page: Page; outside: string[] }> => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      onTestFinished(() => page.close());
      const outside: string[] = [];
      await page.route(/^/, (route) => {
        const { protocol, host: asked } = new URL(route.request().url());
        if (asked === host || protocol === 'data:' || protocol === 'blob:') return route.continue();
        outside.push(route.request().url());
        return route.abort();
      });
      return { page, outside };
    };

    const serve = async (): Promise<string> => {
      const server = createServer((_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(readFileSync(report?.index ?? ''));
      });
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    };

    test.each([1280, 390])(
      '%i pixels wide it shows its title and its counts, and asks nobody',
      async (width) => {
        const host = await serve();
        const { page, outside } = await openPage(host, width);

        await page.goto(`http://${host}/`);

        await expect.poll(() => page.innerText('body')).toMatch(/reference: certify/);
        expect(await page.title()).toBe('reference: certify');
        expect(await page.getByText('Quality Gates').isVisible()).toBe(false);
        expect(await page.getByText('Retry', { exact: true }).isVisible()).toBe(false);
        const text = (await page.innerText('body')).replaceAll(/\s+/g, ' ');
        expect(text).toContain('Total 41 Failed 2 Broken 6 Passed 29 Skipped 4');
        expect(outside).toEqual([]);
      },
    );

    test('it opens without a server, down to an exchange', async () => {
      const { page, outside } = await openPage('', 1280);

      await page.goto(pathToFileURL(report?.index ?? '').href);
      for (const name of ['Travel', 'car-post', 'test 3', 'first of 3', 'POST /first → 200']) {
        await page.getByText(name, { exact: true }).first().click();
      }

      await expect.poll(() => page.innerText('body')).toContain('{"n":3}');
      expect(outside).toEqual([]);
    });

    test('it says who has to act', async () => {
      const { page } = await openPage('', 1280);

      await page.goto(`${pathToFileURL(report?.index ?? '').href}#categories`);

      await expect
        .poll(() => page.innerText('body'))
        .toMatch(
          /Service non-conformant\s+2\s+Harness at fault\s+6\s+Inconclusive\s+1\s+Not run\s+3/,
        );
    });
  });
});

const temporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

const putResult = (folder: string, text: string): void => {
  mkdirSync(folder);
  writeFileSync(join(folder, '00000000-0000-4000-8000-000000000000-result.json'), text);
};

test('a folder whose name looks like a pattern is taken as it is', async () => {
  const folder = temporaryFolder('assay [1] {a,b} *');
  const results = join(folder, 'allure-results');
  putResult(
    results,
    JSON.stringify({ uuid: 'u', name: 'only', status: 'passed', stage: 'finished' }),
  );

  const { index } = await buildAllureReport([results], join(folder, 'report'), OPTIONS);

  const summary = JSON.parse(readFileSync(join(index, '..', 'summary.json'), 'utf8'));
  expect(summary).toMatchObject({ stats: { total: 1, passed: 1 } });
});

test('without results there is no report', async () => {
  const folder = temporaryFolder('assay-report-');

  await expect(
    buildAllureReport([join(folder, 'none')], join(folder, 'report'), OPTIONS),
  ).rejects.toThrow(`wanted Allure results in ${join(folder, 'none')}, found none`);
});
