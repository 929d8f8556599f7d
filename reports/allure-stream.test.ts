import { once } from 'node:events';
import type { TestResult } from 'allure-js-commons';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SampleSuite } from './testing/sample-suite.ts';
import { CONCURRENT, DOES_NOT_LOAD, EVERY_END, SLOW, UNHANDLED } from './testing/sample-suites.ts';

const labels = (result: TestResult | undefined, name: string): string[] =>
  (result?.labels ?? []).filter((label) => label.name === name).map(({ value }) => value);

describe('a run in which tests end in every way', () => {
  const sample = new SampleSuite({
    'every-end.suite.ts': EVERY_END,
    'does-not-load.suite.ts': DOES_NOT_LOAD,
    'unhandled.suite.ts': UNHANDLED,
  });
  let results: TestResult[] = [];
  const found = (name: string) => results.find((result) => result.name === name);

  beforeAll(async () => {
    await sample.run();
    results = sample.results();
  });
  afterAll(() => sample.remove());

  test('nothing is missing', () => {
    expect(results.map(({ status, name }) => `${status} ${name}`).sort()).toEqual([
      'broken a group whose cleaning breaks: a hook failed',
      'broken a group whose preparation breaks: a hook failed',
      'broken an error that no test caught',
      'broken breaks',
      'broken does-not-load.suite.ts does not load, or its hook failed',
      'broken fails softly, then breaks',
      'broken is overdue',
      'failed fails its requirement',
      'failed fails twice, softly',
      'passed has a twin',
      'passed has a twin',
      'passed leaves a rejection behind',
      'passed passes',
      'passed passes at the second try',
      'passed ran',
      'skipped is skipped in its source',
      'skipped is to be written',
      'skipped never ran',
      'skipped stays open',
    ]);
  });

  test('the facts in meta become labels', () => {
    const result = found('passes');

    expect(
      ['epic', 'feature', 'severity', 'requirement', 'tag'].map((name) => labels(result, name)),
    ).toEqual([
      ['Motor gap'],
      ['contract-create'],
      ['critical'],
      ['GAP-CONTRACT-02', 'GAP-CONTRACT-03'],
      ['smoke'],
    ]);
  });

  test('the facts of a group are those of its tests, run or not', () => {
    expect([labels(found('ran'), 'epic'), labels(found('never ran'), 'epic')]).toEqual([
      ['Motor gap'],
      ['Motor gap'],
    ]);
  });

  test('what the harness broke stands apart', () => {
    expect(labels(found('an error that no test caught'), 'epic')).toEqual(['Harness']);
  });

  test('a failure says what was expected and what came', () => {
    expect(found('fails its requirement')?.statusDetails).toMatchObject({
      message: 'wanted 303, got 200',
      expected: '303',
      actual: '200',
    });
  });

  test('every soft error is told', () => {
    expect(found('fails twice, softly')?.statusDetails.message).toMatch(
      /^1\. first: expected 1 to be 2.*\n2\. second: expected 3 to be 4/,
    );
  });

  test('an error of the harness outweighs a failure before it', () => {
    expect(found('fails softly, then breaks')?.statusDetails.trace).toMatch(
      /^TypeError: no such function/,
    );
  });

  test('a trace shows our files only', () => {
    const { trace } = found('breaks')?.statusDetails ?? {};

    expect(trace?.split('\n')).toEqual([
      'Error: the assertion of this harness is wrong',
      expect.stringMatching(/^ {4}at every-end\.suite\.ts:\d+:\d+$/),
    ]);
  });

  test.each([
    ['stays open', 'inconclusive: blocked-by GAP-DRAFT-01'],
    ['is skipped in its source', 'not run: skipped in its source'],
    ['is to be written', 'not run: to be written'],
    ['never ran', 'not run: a hook of its group failed'],
  ])('%s: the reason is shown', (name, reason) => {
    expect(found(name)?.statusDetails.message).toBe(reason);
  });

  test('a retried test is flaky and says nothing twice', () => {
    const result = found('passes at the second try');

    expect(result?.statusDetails).toEqual({ flaky: true });
    expect(result?.parameters).toEqual([{ name: 'transport', value: 'json' }]);
    expect(labels(result, 'layer')).toEqual(['api']);
  });

  test('steps and annotations are kept, single expects are not', () => {
    expect(found('passes')?.steps.map(({ name }) => name)).toEqual([
      'reads back',
      'note: drawn from seed 42',
    ]);
    expect(found('passes')?.steps[0]?.steps).toEqual([]);
  });

  test('no two results are taken for a repetition of each other', () => {
    expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(results.length);
  });

  test('the environment is written', () => {
    expect(sample.attachment('environment.properties')).toBe('Target=reference\nSeed=42');
  });
});

describe('other runs', () => {
  const sampleOf = (files: Record<string, string>): SampleSuite => {
    const sample = new SampleSuite(files);
    onTestFinished(() => sample.remove());
    return sample;
  };

  test('concurrent tests keep their own steps, attachments and labels', async () => {
    const sample = sampleOf({ 'concurrent.suite.ts': CONCURRENT });

    expect(await sample.run()).toBe(0);

    const seen = sample.results().map((result) => {
      const exchanges = result.steps.map(({ steps }) => {
        const { source = '' } = steps[0]?.attachments[0] ?? {};
        return (JSON.parse(sample.attachment(source)) as { request: { url: string } }).request.url;
      });
      return [
        result.name,
        ...labels(result, 'requirement'),
        ...result.steps.map(({ name }) => name),
        ...exchanges,
      ];
    });
    const expected = Array.from({ length: 24 }, (_, n) => [
      `test ${n}`,
      `R-${n}`,
      `first of ${n}`,
      `second of ${n}`,
      `http://127.0.0.1/first/${n}`,
      `http://127.0.0.1/second/${n}`,
    ]);
    expect(new Set(seen.map(String))).toEqual(new Set(expected.map(String)));
  });

  test('two projects that run one file are told apart', async () => {
    const sample = sampleOf({ 'concurrent.suite.ts': CONCURRENT });
    const project = (name: string) => ({ test: { name, include: ['**/*.suite.ts'] } });

    await sample.run({ projects: [project('strict'), project('lenient')] });

    const results = sample.results();
    expect([results.length, new Set(results.map(({ historyId }) => historyId)).size]).toEqual([
      48, 48,
    ]);
  });

  test('what a filter leaves out is not reported', async () => {
    const sample = sampleOf({ 'every-end.suite.ts': EVERY_END });

    await sample.run({ testNamePattern: 'fails its requirement' });

    expect(sample.results().map(({ name }) => name)).toEqual(['fails its requirement']);
  });

  test('a killed run keeps the results of the tests that had ended', async () => {
    const sample = sampleOf({ 'slow.suite.ts': SLOW });
    const run = sample.start();

    await expect.poll(() => sample.results().length, { timeout: 10_000 }).toBeGreaterThan(5);
    run.kill('SIGKILL');

    await once(run, 'exit');

    const kept = sample.results();
    expect(kept.length).toBeLessThan(40);
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['passed']));
  });
});
