import { expect, test } from 'vitest';
import { testExchange } from '../../client/testing/test-exchange.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';
import type { Examination } from './examination.ts';
import { correctedTarget, withSharedToken } from './examine-service.ts';
import { edit, withEdits } from './remark.ts';

/** The part of a walked line that its target is built from. */
const walked = (line: Line, target: ResolvedTarget, body: object): Examination =>
  ({
    line,
    run: { target },
    exchanges: [
      {
        ...testExchange({
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
        operation: `${line}.token-terms`,
      },
    ],
  }) as unknown as Examination;

test('different places of the terms token make one list, found places first', async () => {
  const declared = await testTarget({ termsToken: ['/token', '/never'] });
  const found = (place: string) => ({ ...declared, termsToken: [place] });
  const exams = [
    walked('jobloss', declared, { token: 'a' }),
    walked('travel', found('/data/token'), { data: { token: 'b' } }),
    walked('landlord', found('/terms/t'), { terms: { t: 'c' } }),
  ];
  const remarks = ['/data/token', '/terms/t'].map((place) =>
    withEdits('terms token', 'found', edit('termsToken', place)),
  );

  const places = ['/data/token', '/terms/t', '/token'];
  expect(correctedTarget(declared, exams).termsToken).toEqual(places);
  const values = withSharedToken(remarks, declared, exams).map(({ edits }) => edits?.[0]?.value);
  expect(values).toEqual([places, places]);
});

test('a single place stays one', async () => {
  const declared = await testTarget({});
  const exam = walked('travel', { ...declared, termsToken: ['/a'] }, { a: 'b' });
  const remark = withEdits('terms token', 'found', edit('termsToken', '/a'));

  expect(withSharedToken([remark], declared, [exam])).toEqual([remark]);
});
