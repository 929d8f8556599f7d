import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { type RunEvent, runEventsJsonSchema } from '../../store/run-events.ts';
import { callCli } from '../testing/call-cli.ts';
import { runRecord } from '../../reports/testing/sample-record.ts';
import { HOSTILE, samplePage } from '../../reports/testing/sample-page.ts';
import { jsonListener, quietListener } from './run-listeners.ts';
import type { OutcomeContext, RunListener } from '../../runner/run-listener.ts';

const SCHEMA = new URL('../../store/run-events.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;

const ID = 'JOBLOSS-FIELD-language-enum';
const FAULT = 'jobloss-created-in-any-language-with-a-job';
const gate = (...args: readonly string[]) => {
  const out = mkdtempSync(join(tmpdir(), 'assay-listener-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const sent = `gate --line jobloss --requirement ${ID} --seed 5 --fault ${FAULT}`;
  return callCli([...sent.split(' '), '--out', out, ...args]);
};

test('run-events.schema.json is up to date; else: npm run schemas', () => {
  expect(schema).toEqual(runEventsJsonSchema());
});

test('--json prints only events, each valid against the schema, from the start to the exit code', async () => {
  const { stdout, stderr, code } = await gate('--json');
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  const validate = new Ajv2020().compile(schema);

  expect(stderr).toBe('');
  expect(events.filter((event) => !validate(event))).toEqual([]);
  expect(events.at(0)).toMatchObject({ event: 'begun', cells: 2, lines: ['jobloss'] });
  expect(events.filter(({ event }) => event === 'verdict')).toMatchObject([
    { cell: `${ID}@jobloss.draft-create`, verdict: 'fail', got: expect.any(String) as string },
    { cell: `${ID}@jobloss.draft-update`, verdict: 'pass' },
  ]);
  expect(events.at(-1)).toMatchObject({ event: 'ended', exitCode: 1, stopped: null });
  expect(code).toBe(1);
});

test('--quiet prints the failures and the last line', async () => {
  const { stdout, stderr, code } = await gate('--quiet');
  const lines = stdout.trim().split('\n');

  expect(stderr).toBe('');
  expect(lines).toEqual([
    expect.stringMatching(/^✗ JOBLOSS-FIELD-language-enum@jobloss.draft-create {2}A jobloss draft/),
    expect.stringMatching(/^non-conformant: 2 of 2 operations reached, 1 failed, seed 5/),
  ]);
  expect(code).toBe(1);
});

test('--quiet prints a statement once, and why cells were not judged', () => {
  const lines = printedBy(LISTENERS.quiet, '', 3);
  const statements = lines.flatMap((line) => /^✗ \S+ {2}(.+)$/.exec(line)?.[1] ?? []);

  expect(lines.filter((line) => line.startsWith('✗ ')).length).toBeGreaterThan(1);
  expect(new Set(statements).size).toBe(statements.length);
  expect(lines).toContain('? 2 cells not judged: no answer: ');
});

/** Invisible control characters and lone surrogates. */
const INVISIBLE = /\p{Cc}|[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069]|\p{Cs}/u;

/** Lines that a listener prints for a run in which every text from the service is replaced by this one. */
const printedBy = (
  listen: (print: (line: string) => void) => RunListener,
  text: string,
  repeated = 1,
): readonly string[] => {
  const lines: string[] = [];
  const verdicts = samplePage(text).verdicts.flatMap((each) => Array(repeated).fill(each));
  const outcome = { record: runRecord(), verdicts, waivers: [], exitCode: 1 } as never;
  const review = { causes: [{ sentence: `no answer: ${text}`, cells: ['A-1@x', 'A-2@x'] }] };
  const harness = [`an error of the harness ${text}`];
  const context = { harness, review } as unknown as OutcomeContext;
  listen((line) => lines.push(line)).ended(outcome, context);
  return lines;
};

const LISTENERS = {
  quiet: (print: (line: string) => void) => quietListener(print, false),
  JSON: jsonListener,
};

test.for(Object.entries(LISTENERS))(
  'the %s listener prints no invisible characters',
  ([, listen]) => {
    for (const text of Object.values(HOSTILE)) {
      const lines = printedBy(listen, text);
      expect(lines.length).toBe(printedBy(listen, '').length);
      for (const line of lines) expect(line).not.toMatch(INVISIBLE);
    }
  },
);

test('a program that reads the events gets every character unchanged', () => {
  for (const text of [HOSTILE.direction, HOSTILE.escapes, HOSTILE.nul]) {
    const events = printedBy(jsonListener, text).map((line) => JSON.parse(line) as object);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'verdict', got: `303 without Location ${text}` }),
    );
  }
});
