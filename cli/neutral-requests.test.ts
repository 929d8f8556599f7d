import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { callCli } from './testing/call-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-neutral-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The requests of a run, without the names under which its record hides credentials. */
const requestsOf = async (command: string): Promise<readonly string[]> => {
  const out = join(folder, command);
  await callCli([command, '--line', 'jobloss', '--runs', '2', '--out', out]);
  return readFileSync(join(out, 'latest', 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.stringify((JSON.parse(line) as Exchange).request))
    .map((request) => request.replaceAll(/\$\{?ASSAY_\w+/g, ''));
};

test('no request of a certify says Assay; those of a gate name their run', async () => {
  const [certify, gate] = [await requestsOf('certify'), await requestsOf('gate')];

  expect(certify.length).toBeGreaterThan(500);
  expect(certify.filter((request) => /assay|conformance/i.test(request))).toEqual([]);
  expect(gate.filter((request) => !request.includes('"user-agent":"assay (run '))).toEqual([]);
}, 120_000);
