import { expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { firstCauses } from './causes/first-causes.ts';
import { judged, openCell } from './testing/sample-judged.ts';
import { outagesOf } from './outages.ts';
import { sampleExchange } from './example.ts';

/** `a` an answer, `x` none, `g` one from a gateway; a second apart. */
const recordOf = (letters: string): readonly Exchange[] =>
  Array.from(letters, (letter, at): Exchange => {
    const { response, ...sent } = sampleExchange('gap.draft-get', letter === 'g' ? 502 : 200, {
      n: at + 1,
    });
    const one = { ...sent, at: `2026-11-21T00:41:${String(at).padStart(2, '0')}.000Z` };
    if (letter === 'x') {
      return { ...one, error: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' } };
    }
    return { ...one, ...(response ? { response } : {}) };
  });

test('a service that stops answering is recognised by the exchanges after its last answer', () => {
  expect(outagesOf(recordOf('aaaaaaaaaxxxx'))).toEqual([
    {
      from: '2026-11-21T00:41:09.000Z',
      after: 9,
      exchanges: [10, 11, 12, 13],
      instead: 'ECONNREFUSED',
    },
  ]);
});

test('an outage has a beginning and an end', () => {
  expect(outagesOf(recordOf('aaxxxxxaaaaaaaaa'))).toMatchObject([
    { from: '2026-11-21T00:41:02.000Z', until: '2026-11-21T00:41:07.000Z', after: 2 },
  ]);
});

test("answers of a gateway are not the service's", () => {
  expect(outagesOf(recordOf('aagggg'))).toMatchObject([{ after: 2, instead: 'status 502' }]);
});

test('single requests without an answer are no outage', () => {
  expect(outagesOf(recordOf('aaxaaxxaaxxxxaaxx'))).toEqual([]);
});

test('answers in flight at its beginning do not divide it', () => {
  expect(outagesOf(recordOf('aaaaaaaaaxxaxxxxxx'))).toMatchObject([{ after: 9 }]);
});

test('the last answer comes first, with the cells that stayed inconclusive', () => {
  const exchanges = recordOf('aaaxxx');
  const cells = [
    openCell('gap.draft-get', [5]),
    openCell('gap.lead-create', [], { reason: 'hole' }),
  ];
  const [stop] = firstCauses(judged(cells, exchanges));

  expect(stop?.sentence).toBe(
    'The service stopped answering at 00:41:03 UTC, after 3 requests. The last 3 requests had no answer: the connection was refused (ECONNREFUSED).',
  );
  expect(stop?.cells).toEqual(cells.map(({ cell }) => cell));
});

test('reports an outage without inconclusive cells, too', () => {
  expect(firstCauses(judged([], recordOf('aaaxxx')))).toHaveLength(1);
});

test('reports a short outage only if it left cells inconclusive', () => {
  const exchanges = recordOf('aaxxxxxaaaaaaaaa');

  expect(firstCauses(judged([], exchanges))).toEqual([]);
  expect(firstCauses(judged([openCell('gap.draft-get', [4])], exchanges))[0]?.sentence).toContain(
    'did not answer between 00:41:02 and 00:41:07 UTC: 5 requests',
  );
});
