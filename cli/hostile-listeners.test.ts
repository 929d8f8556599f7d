import { expect, test } from 'vitest';
import { runRecord } from '../reports/testing/sample-record.ts';
import { HOSTILE, samplePage } from '../reports/testing/sample-page.ts';
import { jsonListener } from './output/json-listener.ts';
import type { OutcomeContext, RunListener } from '../runner/run-listener.ts';
import { quietListener } from './output/quiet-listener.ts';

/** What a terminal would obey without showing it; lone halves of characters, too. */
const INVISIBLE = /\p{Cc}|[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069]|\p{Cs}/u;

/** The lines that a listener prints of a run in which everything that a service has a word in holds this text. */
const printedBy = (
  listen: (print: (line: string) => void) => RunListener,
  text: string,
): readonly string[] => {
  const lines: string[] = [];
  const { verdicts } = samplePage(text);
  const outcome = { record: runRecord(), verdicts, waivers: [], exitCode: 1 } as never;
  const context = { harness: [`an error of the harness ${text}`] } as unknown as OutcomeContext;
  listen((line) => lines.push(line)).ended(outcome, context);
  return lines;
};

const LISTENERS = {
  quiet: (print: (line: string) => void) => quietListener(print, false),
  JSON: jsonListener,
};

test.for(Object.entries(LISTENERS))('what the %s listener prints is seen whole', ([, listen]) => {
  for (const text of Object.values(HOSTILE)) {
    const lines = printedBy(listen, text);
    expect(lines.length).toBe(printedBy(listen, '').length);
    for (const line of lines) expect(line).not.toMatch(INVISIBLE);
  }
});

test('a program that reads the events gets every character as it was', () => {
  for (const text of [HOSTILE.direction, HOSTILE.escapes, HOSTILE.nul]) {
    const events = printedBy(jsonListener, text).map((line) => JSON.parse(line) as object);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'verdict', got: `303 without Location ${text}` }),
    );
  }
});
