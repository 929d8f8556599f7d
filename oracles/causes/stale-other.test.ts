import { expect, test } from 'vitest';
import { sampleExchange } from '../testing/sample-exchange.ts';
import { firstCauses } from './first-causes.ts';
import { judged, openCell } from '../testing/sample-judged.ts';

const ON = 'jobloss.draft-update';
const open = (n: number) =>
  openCell(ON, [n], { cell: `AUTH-06@${n}`, requirement: 'AUTH-06', reason: 'other-code' });
const answered = (n: number, status: number) => sampleExchange(ON, status, { n, intent: 'faulty' });

test('a second identity that is answered 401 names its credential, once for all its cells', () => {
  const exchanges = [answered(1, 401), answered(2, 401), answered(3, 400)];
  const causes = firstCauses(judged([open(1), open(2), open(3)], exchanges));

  expect(causes).toMatchObject([{ exchange: 1, cells: ['AUTH-06@1', 'AUTH-06@2'] }]);
  expect(causes[0]?.sentence).toContain(
    'answered 401 on 2 operations, so nothing is known of what it may do. Its credential may have expired: renew that of identities.other',
  );
});

test('a 401 that left another requirement open is no matter of the second identity', () => {
  const cell = openCell(ON, [1], { requirement: 'AUTH-03' });

  expect(firstCauses(judged([cell], [answered(1, 401)]))[0]?.sentence ?? '').not.toContain(
    'identities.other',
  );
});
