import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { cellVerdict, exchange } from '../testing/sample-record.ts';
import { configurationHints } from './configuration-hints.ts';

const answered = (type: string) =>
  exchange({
    response: {
      status: 200,
      headers: { 'content-type': type },
      body: { encoding: 'utf8', text: '' },
    },
  });
const page = answered('text/html; charset=utf-8');
const json = answered('application/json');

const cell = (
  requirement: CellVerdict['requirement'],
  operation: CellVerdict['operation'],
  verdict: CellVerdict['verdict'],
): CellVerdict =>
  cellVerdict({
    requirement,
    operation,
    verdict,
    cell: `${requirement}@${operation}`,
    line: operation.split('.')[0] ?? '',
  });

const ONE = { base: 'http://a.example', gap: 'http://a.example' };
const TWO = { base: 'http://a.example', gap: 'http://b.example' };
const hints = (found: Partial<Parameters<typeof configurationHints>[0]> = {}): readonly string[] =>
  configurationHints({ exchanges: [], verdicts: [], addresses: ONE, ...found });

test('names the address if most answers are web pages', () => {
  const [hint] = hints({ exchanges: [page, page, json] });
  expect(hint).toContain('2 of 3 answers are HTML pages');
  expect(hint?.match(/a\.example/g)).toHaveLength(1);
});

test('an occasional web page is no reason to doubt the address', () => {
  expect(hints({ exchanges: [page, json, json] })).toEqual([]);
  expect(hints()).toEqual([]);
});

test('a caller without rights who is never refused may be someone else', () => {
  const accepted = [
    cell('AUTH-03', 'travel.draft-create', 'fail'),
    cell('AUTH-03', 'travel.draft-get', 'fail'),
  ];
  expect(hints({ verdicts: accepted })).toEqual([
    expect.stringMatching(/identities\.withoutRights was never refused \(AUTH-03, 2 operations\)/),
  ]);
  const refused = cell('AUTH-03', 'travel.price-request', 'pass');
  expect(hints({ verdicts: [...accepted, refused] })).toEqual([]);
  expect(hints({ verdicts: accepted.slice(0, 1) })).toEqual([]);
});

test('motor gap that is missing while the other lines are served may have another address', () => {
  const verdicts = [
    cell('PATH-01', 'travel.draft-create', 'pass'),
    cell('PATH-01', 'gap.draft-create', 'fail'),
  ];
  expect(hints({ verdicts })).toEqual([expect.stringContaining('set gap_base_url')]);
  expect(hints({ verdicts, addresses: TWO })).toEqual([]);
  expect(hints({ verdicts: verdicts.slice(1) })).toEqual([]);
});
