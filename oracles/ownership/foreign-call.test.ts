import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import {
  isControlAccepted,
  isAnswered,
  isStrangerAccepted,
  judgeForeignCall,
  type ForeignCall,
  deletedByOther,
  shownToOther,
  writtenByOther,
} from './foreign-call.ts';
import { sampleExchange } from '../example.ts';
import type { Exchange } from '../../spec/exchange.ts';

const ON = 'jobloss.draft-update';
const UNLISTED = 'jobloss.price-request';
const own = sampleExchange(ON, 200, { n: 1 });
const NOTHING = { decisions: { othersMay: 'nothing' } } as never;
const READ = { decisions: { othersMay: 'read' } } as never;

const judged = (status: number, on: OperationId = ON, over: Partial<ForeignCall> = { own }) => {
  const foreign = sampleExchange(on, status, { n: 2, intent: 'faulty' });
  return judgeForeignCall('AUTH-06', on, { foreign, ...over }, NOTHING);
};

test.each([
  [200, 'fail', undefined],
  [204, 'fail', undefined],
  [303, 'fail', undefined],
  [403, 'pass', undefined],
  [404, 'pass', undefined],
  [400, 'inconclusive', 'other-code'],
  [410, 'inconclusive', 'other-code'],
  [302, 'inconclusive', 'other-code'],
  [401, 'inconclusive', 'other-code'],
  [405, 'inconclusive', 'unlisted-sane-code'],
  [415, 'inconclusive', 'unlisted-sane-code'],
  [501, 'inconclusive', 'unlisted-sane-code'],
  [429, 'inconclusive', 'disturbance'],
  [503, 'inconclusive', 'disturbance'],
  [500, 'fail', undefined],
])('another identity that is answered %i: %s', (status, verdict, reason) => {
  const found = judged(status);

  expect([found.verdict, found.reason]).toEqual([verdict, reason]);
  expect(found).toMatchObject({ requirement: 'AUTH-06', exchanges: [1, 2], twin: 1 });
});

test('a server error fails only if 403 is listed for the cause (S9)', () => {
  expect(judged(500, UNLISTED)).toMatchObject({ verdict: 'inconclusive', reason: 'other-code' });
});

test.each([403, 404])('a refusal with %i counts only beside an accepted call', (status) => {
  const refused = sampleExchange(ON, 404, { n: 1 });
  const controlRefused = { verdict: 'inconclusive', reason: 'twin-refused' };

  expect(judged(status, ON, {})).toMatchObject(controlRefused);
  expect(judged(status, ON, { own: refused })).toMatchObject(controlRefused);
});

test('acceptance without any effect is inconclusive, with one it is a fail', () => {
  const effect = { what: 'seen', exchanges: [5] };
  const of = (isThere: boolean) => judged(200, ON, { effect: { ...effect, isThere } });

  expect(of(true)).toMatchObject({ verdict: 'fail', got: 'status 200; seen', exchanges: [5, 2] });
  expect(of(false)).toMatchObject({ verdict: 'inconclusive', reason: 'other-code' });
});

test('no answer is a disturbance', () => {
  const { response: _, ...foreign } = sampleExchange(ON, 200, { n: 2 });

  expect(judgeForeignCall('AUTH-06', ON, { foreign, own }, NOTHING)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
});

test('a GET of the terms is observed if others may read (D10)', () => {
  const verdicts = (['gap.token-terms', 'travel.token-terms'] as const).flatMap((on) =>
    [200, 403].map((status) => {
      const foreign = sampleExchange(on, status, { n: 2 });
      return judgeForeignCall('AUTH-06', on, { foreign, own }, READ).verdict;
    }),
  );

  expect(verdicts).toEqual(['observed', 'observed', 'fail', 'pass']);
});

test('the status decides if a stranger or an owner was accepted', () => {
  const at = (holds: typeof isStrangerAccepted) =>
    [200, 302, 303, 404, 408, 503].filter((status) => holds(sampleExchange(ON, status)));

  expect(at(isStrangerAccepted)).toEqual([200, 303]);
  expect(at(isControlAccepted)).toEqual([200, 302, 303]);
  expect(at(isAnswered)).toEqual([200, 302, 303, 404]);
});

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

test.each([{}, '', { draftId: 'd 1' }])('an owner whose answer has no content: %j', (body) => {
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

test('equal values prove nothing', () => {
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
