import { expect, test } from 'vitest';
import { LINES } from '../spec/line.ts';
import { chosenLines } from './target-lines.ts';

const document = { base_url: 'http://127.0.0.1:1', lines: ['gap', 'travel'] };
const options = { fault: [], document } as const;

test('without a choice, the lines of the target are judged, in the order of the specification', async () => {
  expect(await chosenLines({ ...options, line: LINES })).toEqual(['travel', 'gap']);
});

test.each([['jobloss'], [...LINES]])('--line overrides the target: %s', async (...line) => {
  expect(await chosenLines({ ...options, line: [...line] as (typeof LINES)[number][] })).toEqual(
    line,
  );
});

test('a target without lines has all four, as has the reference service', async () => {
  const { base_url } = document;

  expect(await chosenLines({ ...options, document: { base_url }, line: LINES })).toEqual(LINES);
  expect(await chosenLines({ fault: [], dialect: 'plain', line: LINES })).toEqual(LINES);
});
