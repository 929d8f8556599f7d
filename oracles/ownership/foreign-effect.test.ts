import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { deletedByOther, shownToOther, writtenByOther } from './foreign-effect.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const read = (body: unknown, n = 1): Exchange => ({
  ...sampleExchange('jobloss.draft-get', 200, { body, n }),
  request: { method: 'GET', url: 'http://a/BE/lifestyle/jobloss/drafts/d%201', headers: {} },
});
const OWN = { draftId: 'd 1', policyholder: { language: 'nl' }, items: [{ plate: '1-ABC' }] };

test.each([
  ['the same resource', OWN, true],
  ['one value of it', { items: [{ plate: '1-ABC' }] }, true],
  ['an empty object', {}, false],
  ['nothing', '', false],
  ['the id of the path', { draftId: 'd 1' }, false],
  ['a message of its own', { message: 'not yours' }, false],
  ['another value in the same place', { policyholder: { language: 'fr' } }, false],
  ['null', { policyholder: null }, false],
])('a read that is answered with %s', (_, body, isThere) => {
  expect(shownToOther(read(body, 2), read(OWN))).toMatchObject({ isThere, exchanges: [1] });
});

test.each([{}, '', { draftId: 'd 1' }])('an owner who is told nothing: %j', (body) => {
  expect(shownToOther(read({}), read(body)).isThere).toBe(true);
});

test('a document is served or not', () => {
  const [document, nothing] = [read('%PDF-1.7 a'), read('')];

  expect(shownToOther(read('%PDF-1.7 b'), document).isThere).toBe(true);
  expect(shownToOther(nothing, document).isThere).toBe(false);
});

const contact = (email: string) => ({ policyholder: { contact: { email } } });
const shown = (body: unknown, status = 200): Exchange =>
  sampleExchange('landlord.draft-get', status, { body, n: 3 });
const [BEFORE, SENT] = [contact('a@b.be'), contact('c@d.be')];

test.each([
  ['what the other sent', shown(contact('C@d.be')), true],
  ['what was there before', shown(BEFORE), false],
  ['a third value', shown(contact('e@f.be')), false],
  ['no such field', shown({}), undefined],
  ['a refusal', shown(SENT, 404), undefined],
])('an owner who then reads %s', (_, answer, isThere) => {
  expect(writtenByOther(BEFORE, SENT, answer)?.isThere).toBe(isThere);
});

test('equal values show nothing', () => {
  expect(writtenByOther(SENT, SENT, shown(SENT))).toBeUndefined();
});

test.each([
  [404, 404, true],
  [410, 404, true],
  [200, 404, false],
  [204, 410, false],
  [200, 200, undefined],
  [500, 404, undefined],
])('an owner whose deletions are then answered %i and %i', (first, second, isThere) => {
  const [one, two] = [first, second].map((status, at) =>
    sampleExchange('travel.car-delete', status, { n: at + 1 }),
  );
  expect(one && two && deletedByOther(one, two)?.isThere).toBe(isThere);
});
