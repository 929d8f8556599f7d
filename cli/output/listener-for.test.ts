import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { type RunEvent, runEventsJsonSchema } from '../../store/run-events.ts';
import { callCli } from '../testing/call-cli.ts';

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

test('--json prints events alone, each as the schema says, from the beginning to the exit code', async () => {
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

test('--quiet prints what failed and the last line', async () => {
  const { stdout, stderr, code } = await gate('--quiet');
  const lines = stdout.trim().split('\n');

  expect(stderr).toBe('');
  expect(lines).toEqual([
    expect.stringMatching(/^✗ JOBLOSS-FIELD-language-enum@jobloss.draft-create {2}A jobloss draft/),
    expect.stringMatching(/^non-conformant: 2 of 2 operations reached, 1 failed, seed 5/),
  ]);
  expect(code).toBe(1);
});
