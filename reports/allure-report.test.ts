import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type AllureReport,
  buildAllureReport,
  HISTORY_LIMIT,
  saveHistory,
  prepareHistory,
} from './allure-report.ts';
import { packedDataOf } from './testing/packed-data.ts';
import { ACTION_MS, openBrowser } from './testing/sample-browser.ts';

const LOCAL_PROTOCOLS = new Set(['data:', 'blob:', 'file:']);
const OPTIONS = { name: 'reference: certify', variables: { Seed: '42' } };

/** Writes sample results as a run does: failed, not judged and passed. */
const writeSample = (resultsDir: string): void => {
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir }) });
  const put = (name: string, status: Status, verdict: string, message?: string): void => {
    const labels = [
      { name: 'epic', value: 'Travel' },
      { name: 'feature', value: 'State' },
      { name: 'requirement', value: name },
      { name: 'verdict', value: verdict },
    ];
    const stage = Stage.FINISHED;
    const statusDetails = message === undefined ? {} : { message };
    const uuid = runtime.startTest({ name, fullName: name, labels, status, stage, statusDetails });
    runtime.writeAttachment(uuid, null, 'exchange 3', Buffer.from('{"n":3}'), {
      contentType: 'application/json',
      fileExtension: '.json',
    });
    runtime.stopTest(uuid);
    runtime.writeTest(uuid);
  };
  put('GAP-CONTRACT-03', Status.FAILED, 'fail', 'expected 303, got 200');
  put('VERSION-01', Status.BROKEN, 'inconclusive', 'not judged, blocked by GAP-CONTRACT-03');
  put('UNIQUE-01', Status.BROKEN, 'error', 'the harness threw');
  put('ID-01', Status.PASSED, 'pass');
  put('ID-02', Status.PASSED, 'pass');
  put('LEGAL-02', Status.SKIPPED, 'observed');
};

describe('a report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-allure-'));
  const resultsDir = join(folder, 'allure-results');
  let report: AllureReport | undefined;
  let opened: Awaited<ReturnType<typeof openBrowser>> = { reason: 'not opened' };

  beforeAll(async () => {
    writeSample(resultsDir);
    const outDir = join(folder, 'allure-report');
    mkdirSync(outDir);
    writeFileSync(join(outDir, 'stale.html'), 'of the run before');
    report = await buildAllureReport([resultsDir], outDir, OPTIONS);
    opened = await openBrowser(process.env['CHROMIUM_PATH']);
  });
  afterAll(async () => {
    if ('browser' in opened) await opened.browser.close();
    rmSync(folder, { recursive: true });
  });

  test('is one page that replaces the former one', () => {
    expect(report).toEqual({
      index: join(folder, 'allure-report', 'index.html'),
      results: 6,
    });
    expect(existsSync(join(folder, 'allure-report', 'stale.html'))).toBe(false);
  });

  test('has compressed data', () => {
    expect(packedDataOf(readFileSync(report?.index ?? '', 'utf8')).size).toBeGreaterThan(12);
  });

  test('contains no analytics host', () => {
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

    /** Opens a page and collects what it requests from hosts other than this one; the browser resolves no names. */
    const openPage = async (
      host: string,
      width: number,
    ): Promise<{ page: Page; outside: string[] }> => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      page.setDefaultTimeout(ACTION_MS);
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('crash', () => errors.push('the page crashed'));
      const outside: string[] = [];
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') {
          const text = await page.innerText('body', { timeout: 10_000 }).catch(String);
          console.error({ errors, outside, text });
        }
        await page.close();
      });
      // Interception would be another way for a request to hang.
      page.on('request', (request) => {
        const { protocol, host: requested } = new URL(request.url());
        if (requested !== host && !LOCAL_PROTOCOLS.has(protocol)) outside.push(request.url());
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
      '%i pixels wide it shows its title and counts, and requests nothing from other hosts',
      async (width) => {
        const host = await serve();
        const { page, outside } = await openPage(host, width);

        await page.goto(`http://${host}/`);

        await expect.poll(() => page.innerText('body')).toMatch(/reference: certify/);
        expect(await page.title()).toBe('reference: certify');
        expect(await page.getByText('Quality Gates').isVisible()).toBe(false);
        expect(await page.getByText('Retry', { exact: true }).isVisible()).toBe(false);
        const text = (await page.innerText('body')).replaceAll(/\s+/g, ' ');
        expect(text).toContain('Total 6 Failed 1 Broken 2 Passed 2 Skipped 1');
        expect(outside).toEqual([]);
      },
    );

    test('opens without a server, down to an exchange', async () => {
      const { page, outside } = await openPage('', 1280);

      await page.goto(pathToFileURL(report?.index ?? '').href);
      for (const name of ['GAP-CONTRACT-03', 'exchange 3']) {
        await page.getByText(name, { exact: true }).first().click();
      }

      await expect.poll(() => page.innerText('body')).toContain('{"n":3}');
      expect(outside).toEqual([]);
    });

    test('states who has to act', async () => {
      const { page } = await openPage('', 1280);

      await page.goto(`${pathToFileURL(report?.index ?? '').href}#categories`);

      await expect
        .poll(() => page.innerText('body'))
        .toMatch(
          /Service non-conformant\s+1\s+Not judged\s+1\s+Harness at fault\s+1\s+Observed: left open by the specification\s+1/,
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

test('takes a folder name that looks like a pattern literally', async () => {
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

test('is not built without results', async () => {
  const folder = temporaryFolder('assay-report-');

  await expect(
    buildAllureReport([join(folder, 'none')], join(folder, 'report'), OPTIONS),
  ).rejects.toThrow(`expected Allure results in ${join(folder, 'none')}, found none`);
});

const prepare = () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, lent] = [join(folder, 'history.jsonl'), join(folder, 'lent.jsonl')];
  const runsIn = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { n: string }).n]));
  /** Builds a report with its history, as a run does. */
  const build = (run: string): string[] => {
    prepareHistory({ file, run }, lent);
    const before = runsIn(lent);
    appendFileSync(lent, `{"n":"${run}"}\n`);
    saveHistory({ file, run }, lent);
    return before;
  };
  return { file, build, runsIn };
};

test('knows earlier runs, and is recorded once however often it is built', () => {
  const { file, build, runsIn } = prepare();

  expect([build('run-1'), build('run-2'), build('run-3')].at(-1)).toEqual(['run-1', 'run-2']);
  expect(build('run-2')).toEqual(['run-1']);
  expect(runsIn(file)).toEqual(['run-1', 'run-2', 'run-3']);
});

test('has a bounded history, and drops a truncated line', () => {
  const { file, build, runsIn } = prepare();
  writeFileSync(file, '{"n":"torn');

  for (let n = 0; n < 20; n += 1) build(`run-${n + 10}`);

  expect(existsSync(file)).toBe(true);
  expect(runsIn(file)).toHaveLength(HISTORY_LIMIT + 1);
  expect(runsIn(file).at(-1)).toBe('run-29');
});
