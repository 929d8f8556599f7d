import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleFailedLoad } from '../testing/sample-load.ts';
import { HOSTILE, LONG } from '../testing/sample-page.ts';
import { writeLoadAllure } from './load-allure.ts';
import { loadPage } from './load-page.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { renderLoad } from './load-table.ts';

/** A load run in which every text from a service is replaced by this one. */
const withText = (text: string): LoadRecord => {
  const record = sampleFailedLoad();
  return {
    ...record,
    target: { ...record.target, name: `staging ${text}` },
    reasons: [`LASTMOD-01 on gap.price-request: expected a, got b ${text}`],
    notes: [`gap: an answer unlike the first: b ${text}`],
    wrong: record.wrong.map((kind) => ({ ...kind, wanted: 'a', got: `b ${text}` })),
  };
};

/** Messages of the failed checks in Allure. */
const messagesOf = (record: LoadRecord): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeLoadAllure(folder, record);
  return readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult)
    .flatMap(({ statusDetails: { message } }) => (message === undefined ? [] : [message]));
};

const body = (page: string): string => page.slice(page.indexOf('<body>'), page.indexOf('</main>'));

const WRITERS: Readonly<Record<string, (record: LoadRecord) => string>> = {
  console: renderLoad,
  page: (record) => body(loadPage(record)),
};

/** Invisible control characters and lone surrogates. */
const INVISIBLE = /(?![\n\t])\p{Cc}|[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069]|\p{Cs}/u;

describe.each(Object.entries(WRITERS))('%s of a load run', (_, write) => {
  test.each(Object.entries(HOSTILE))('%s reaches it as visible text', (_name, text) => {
    const [written, calm] = [write(withText(text)), write(withText(''))];

    expect(written).toContain('got b');
    expect(written).not.toMatch(INVISIBLE);
    expect(written.split('\n')).toHaveLength(calm.split('\n').length);
  });

  test('truncates ten megabytes in a line', () => {
    expect(write(withText(LONG)).length).toBeLessThan(30_000);
  });
});

test('the page of a load run contains no foreign markup, whatever a service sends', () => {
  const tags = (record: LoadRecord): readonly string[] =>
    body(loadPage(record)).match(/<\/?[a-z]\w*/gi) ?? [];
  for (const text of Object.values(HOSTILE))
    expect(tags(withText(text))).toEqual(tags(withText('')));
});

test('Allure shows visible text of a load run, and no more than that', () => {
  for (const text of [...Object.values(HOSTILE), LONG]) {
    const messages = messagesOf(withText(text));
    expect(messages.filter((message) => message.includes('got b'))).toHaveLength(2);
    for (const message of messages) {
      expect(message.length).toBeLessThan(2100);
      expect(message).not.toMatch(INVISIBLE);
    }
  }
});
