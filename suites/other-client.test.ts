import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { type Face, startTwoFaced } from './testing/two-faced-service.ts';
import type { Exchange } from '../spec/exchange.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

/** Requests of a run, without the names under which its record hides credentials. */
const requestsIn = (run: string): readonly string[] =>
  readFileSync(join(run, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.stringify((JSON.parse(line) as Exchange).request))
    .map((request) => request.replaceAll(/\$\{?ASSAY_\w+/g, ''));

/** Certifies a service with two faces, signed; returns the output of verify, and the cells that depend on the client. */
const certified = async (face: Face | undefined, ...more: readonly string[]) => {
  const service = await startTwoFaced(face);
  const folder = mkdtempSync(join(tmpdir(), 'assay-two-faced-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const target = join(folder, 'target.json');
  writeFileSync(target, JSON.stringify(service.target));
  const { environment } = service;
  await callCli(['keygen', '--out', folder]);
  const signed = ['--key', join(folder, 'assay.key'), '--target', target, '--out', folder];
  const assay = (args: readonly string[]) => callCli(args, { environment, cwd: folder });
  const run = await assay(['certify', '--line', 'jobloss', '--seed', '4', ...signed, ...more]);
  const path = join(folder, 'latest');
  const requested = requestsIn(path);
  const verdicts = readJsonLines<CellVerdict>(join(path, 'verdicts.jsonl')).items;
  const requests = readFileSync(join(path, 'exchanges.jsonl'), 'utf8').split('"test":"');
  const asOther = requests.filter((each) => /^(other|own)-client\//.test(each)).length;
  const verified = await assay(['verify', join(path, 'certificate.json'), '--evidence', path]);
  return {
    run,
    verified,
    requested,
    share: asOther / requests.length,
    dependent: verdicts.filter(({ reason }) => reason === 'profile-dependent'),
    failed: verdicts.filter(({ verdict }) => verdict === 'fail'),
    replay: (id: string) =>
      assay(['replay', id, '--run', path, '--target', target, '--out', join(folder, 'again')]),
  };
};

const FACES: readonly (Face | 'knows nobody')[] = [
  'knows nobody',
  'breaks for other agents',
  'validates no other agent',
  'breaks for other names',
];
const DRAWN_FACES = drawnInTurn('other clients', FACES);

test.each(DRAWN_FACES.filter((face) => face === 'knows nobody'))(
  'a service that %s is certified, for some 5 % more requests, none of which names Assay',
  async () => {
    const { run, verified, share, dependent, requested } = await certified(undefined);

    expect(run.stdout).toContain('certificate  ');
    expect(run.code).toBe(0);
    expect(verified.stdout).toMatch(/^certificate: /);
    expect(dependent).toEqual([]);
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.14);
    expect(requested.length).toBeGreaterThan(500);
    expect(requested.filter((request) => /assay|conformance/i.test(request))).toEqual([]);
  },
);

test.each(drawnInTurn('named runs', ['the requests of a gate name their run']))('%s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-neutral-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  await callCli(['gate', '--line', 'jobloss', '--requirement', 'VERSION-*', '--out', folder]);

  const requested = requestsIn(join(folder, 'latest'));
  expect(requested.length).toBeGreaterThan(50);
  expect(requested.filter((each) => !each.includes('"user-agent":"assay (run '))).toEqual([]);
});

/** Enough cells to reveal every face: acceptances, and refusals of faulty calls. No certificate is granted anyway. */
const SOME = 'STATUS-01,VERSION-*,JOBLOSS-FIELD-terms.*,JOBLOSS-FIELD-risk.*';

test.each(DRAWN_FACES.filter((face) => face !== 'knows nobody'))(
  'a service that %s is not certified, and its verdicts are confirmed from the recording',
  async (face) => {
    const { run, verified, dependent, failed, replay } = await certified(
      face,
      '--requirement',
      SOME,
      '--runs',
      '3',
    );

    expect(dependent.length).toBeGreaterThan(3);
    expect(failed).toEqual([]);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('statement of results  ');
    expect(verified.stdout).toMatch(/cells? depends? on the client/);
    expect(verified.stdout).toMatch(/verdicts {3}(\d+) of \1 verdicts confirmed/);
    const [first] = dependent;
    const again = await replay(first?.requirement ?? '');
    expect(again.stdout).toContain('another client got a different answer');
    expect(again.code).toBe(3);
  },
  300_000,
);
