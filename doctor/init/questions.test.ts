import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askAnswers, withDefaults } from './questions.ts';

const never = new AbortController().signal;

/** A terminal with scripted input, each line typed when it is asked for. */
const terminal = (typed: readonly string[], signal = never) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const shown: string[] = [];
  const rest = [...typed];
  output.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    shown.push(text);
    if (!text.endsWith(': ')) return;
    const next = rest.shift();
    if (next === undefined) input.end();
    else input.write(`${next}\n`);
  });
  return { input, output, signal, shown };
};

test('an empty answer selects the default, and an invalid one is asked again', async () => {
  const seat = terminal([
    'nonsense',
    'http://a.example',
    '',
    'digest',
    'api-key',
    '',
    '',
    '2',
    'gap',
  ]);
  const more = { leads: 'never', contracts: 'allow', mailDomain: 'a.example' } as const;
  const answers = await askAnswers({ ...more, target: '/tmp/target.yaml' }, seat);

  expect(answers).toEqual({
    ...more,
    target: '/tmp/target.yaml',
    baseUrl: 'http://a.example',
    gapBaseUrl: 'http://a.example',
    auth: 'api-key',
    keyIn: 'header',
    keyName: 'X-Api-Key',
    identities: 2,
    line: ['gap'],
  });
  expect(seat.shown.join('')).toContain('Expected one of bearer, api-key');
});

test('the end of the input aborts the questions', async () => {
  expect(await askAnswers({}, terminal(['http://a.example']))).toBeUndefined();
});

test('a signal aborts the questions', async () => {
  const stop = new AbortController();
  const asking = askAnswers({}, terminal([''], stop.signal));
  stop.abort();

  expect(await asking).toBeUndefined();
});

test('every question but the address has a default', () => {
  const { baseUrl, gapBaseUrl, auth, identities, line } = withDefaults({});

  expect([baseUrl, gapBaseUrl]).toEqual([undefined, undefined]);
  expect([auth, identities, line?.length]).toEqual(['bearer', 1, 4]);
  expect(withDefaults({ baseUrl: 'http://a.example' }).gapBaseUrl).toBe('http://a.example');
});
