import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startReference } from '../reference/start.ts';
import { certify, gate, type RunRequest, type Target, UsageError } from './api.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-api-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const out = (name: string): string => join(root, name);
/** The embedded service, independent of the test environment. */
const SMALL = { dialect: 'plain', line: ['gap'], requirement: ['GAP-CONTRACT-*'] } as const;

const errorOf = (request: unknown): Promise<unknown> =>
  gate(request as RunRequest).ended.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a run yields its plan, a verdict for each of its cells, and its end', async () => {
  const seen: number[] = [];
  const run = gate({
    ...SMALL,
    out: out('reported'),
    seed: 7,
    onProgress: ({ done }) => seen.push(done),
  });

  const { cells, folder, seed } = await run.plan;
  const verdicts = await Array.fromAsync(run.verdicts);
  const { exitCode, counts, trouble, stopped, ...end } = await run.ended;

  expect({ exitCode, trouble, stopped, seed }).toEqual({
    exitCode: 0,
    trouble: [],
    stopped: null,
    seed: 7,
  });
  expect(end.folder).toBe(folder);
  expect(verdicts.map(({ cell }) => cell)).toEqual(cells.map(({ cell }) => cell));
  expect(counts.pass).toBe(verdicts.filter(({ verdict }) => verdict === 'pass').length);
  expect(existsSync(join(folder, 'allure-results'))).toBe(false);
  expect(seen.length).toBeGreaterThan(0);
});

test.each(drawnInTurn('faults by API', ['a fault is a fail with expected and got']))(
  '%s',
  async () => {
    const fault = ['gap-contract-location-is-gone'];
    const run = gate({ line: ['gap'], requirement: ['GAP-CONTRACT-*'], fault, out: out('fault') });

    const fails = (await Array.fromAsync(run.verdicts)).filter(({ verdict }) => verdict === 'fail');

    expect(fails).toMatchObject([
      { requirement: 'GAP-CONTRACT-03', operation: 'gap.contract-create' },
    ]);
    expect((await run.ended).exitCode).toBe(1);
  },
);

test.each(drawnInTurn('queued runs', ['concurrent runs are queued']))('%s', async () => {
  const runs = ['first', 'second'].map((name) => gate({ ...SMALL, out: out(name) }));

  await runs[0]?.plan;
  const isWaiting = !existsSync(out('second'));
  const ends = await Promise.all(runs.map(({ ended }) => ended));

  expect(isWaiting).toBe(true);
  expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
});

test.each(
  drawnInTurn('plain targets', ['judges a target of plain data, and does not keep its secrets']),
)('%s', async () => {
  const service = await startReference({});
  const written = JSON.stringify(service.target);
  const literal = written.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value: string | undefined = service.environment[name];
    return value ?? '';
  });
  try {
    const target = JSON.parse(literal) as Target;
    const run = gate({ target, line: ['gap'], requirement: ['GAP-CONTRACT-*'], out: out('data') });
    const { exitCode, folder } = await run.ended;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const kept = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
      .join('');

    expect(exitCode).toBe(0);
    expect(literal).not.toBe(written);
    expect(Object.values(service.environment).filter((value) => kept.includes(value))).toEqual([]);
  } finally {
    await service.close();
  }
});

test.each(drawnInTurn('stopped runs', ['stop', 'signal']))(
  'a run that is stopped by %s is incomplete',
  async (how) => {
    const controller = new AbortController();
    const run = certify({ dialect: 'plain', out: out(how), signal: controller.signal });

    await run.plan;
    if (how === 'stop') run.stop();
    else controller.abort();

    expect(await run.ended).toMatchObject({ exitCode: 3, stopped: 'stopped by its caller' });
  },
);

test.each([
  ['an unknown key', { lines: ['gap'] }, 'did you mean line?'],
  [
    'an unknown line',
    { line: ['motor'] },
    'expected  a list of lines: jobloss, travel, landlord, gap',
  ],
  ['no number', { seed: '7' }, 'expected  a whole number from 0 to 2147483647, or "random"'],
  ['another word for a seed', { seed: 'day' }, 'or "random"'],
  ['no object', null, 'expected  an object'],
  ['an unknown requirement', { requirement: ['GEP-*'] }, 'no requirement'],
  ['an unknown fault', { fault: ['nope'] }, '--fault: there is no fault "nope"'],
  ['a target without address', { target: { name: 'x' } }, 'base_url'],
  [
    'a target with a function',
    { target: { base_url: 'http://x', bodies: { a: () => 1 } } },
    'at target.bodies.a',
  ],
  ['a target that is not there', { target: 'nowhere.yaml' }, 'nowhere.yaml'],
  [
    'an address that nobody answers at',
    { target: { base_url: 'http://127.0.0.1:1' } },
    'ECONNREFUSED',
  ],
])('%s is a UsageError and leaves no files', async (_, request, text) => {
  const folder = out('refused');

  const error = await errorOf(request && { out: folder, ...request });

  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(text);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('plan, verdicts and end reject alike', async () => {
  const run = gate({ seed: -1 });

  await expect(run.plan).rejects.toBeInstanceOf(UsageError);
  await expect(Array.fromAsync(run.verdicts)).rejects.toBeInstanceOf(UsageError);
  await expect(run.ended).rejects.toBeInstanceOf(UsageError);
});

test.each(
  drawnInTurn('broken listeners', [
    'a listener that throws stops its run, which rejects with its error',
  ]),
)('%s', async () => {
  const run = gate({
    ...SMALL,
    out: out('throws'),
    onProgress: () => {
      throw new Error('no more');
    },
  });
  const { exitCode, trouble, stopped } = await run.ended;

  expect(exitCode).toBe(3);
  expect(trouble).toContain('onProgress threw: Error: no more');
  expect(stopped).toContain('onProgress threw');
});

test.each(drawnInTurn('changed requests', ['later changes of the request do not affect the run']))(
  '%s',
  async () => {
    const request: { seed: number } & typeof SMALL & { out: string } = {
      ...SMALL,
      out: out('late'),
      seed: 1,
    };
    const first = gate(request);
    request.seed = 2;
    const second = gate(request);

    expect([(await first.plan).seed, (await second.plan).seed]).toEqual([1, 2]);
    await Promise.all([first.ended, second.ended]);
  },
);
