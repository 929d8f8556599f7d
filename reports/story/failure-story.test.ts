import { expect, test } from 'vitest';
import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { cellVerdict, exchange } from '../testing/sample-record.ts';
import { failureStory, type FailureStory } from './failure-story.ts';
import { objectHistories } from './object-history.ts';

const HOST = 'http://127.0.0.1:1/api';
const DRAFT = '6f1c2b33-0000-4000-8000-000000000001';
const OTHER = '6f1c2b33-0000-4000-8000-000000000002';
const FIRST = '91c0aa11-0000-4000-8000-000000000001';
const SECOND = '91c0aa11-0000-4000-8000-000000000002';
const DRAFTS = '/BE/motor/gap/drafts';

interface Sent extends Partial<Pick<Exchange, 'test' | 'intent'>> {
  readonly call: string;
  readonly status?: number;
  readonly answer?: unknown;
  readonly location?: string;
  /** Milliseconds after the start, and how long it took. */
  readonly at?: readonly [number, number];
}

const recorded = (all: readonly Sent[]): readonly Exchange[] =>
  all.map(({ call, status = 200, answer = {}, location, at, ...more }, index) => {
    const [method = '', path = ''] = call.split(' ');
    const [from, took] = at ?? [index * 10, 5];
    return exchange({
      n: index + 1,
      at: new Date(Date.UTC(2026, 10, 21) + from).toISOString(),
      timings: { total: took },
      operation: path.endsWith('/to-contract') ? 'gap.contract-create' : 'gap.draft-update',
      test: 'sequence/gap/1',
      request: { method, url: HOST + path, headers: {} },
      response: {
        status,
        headers: location === undefined ? {} : { location },
        body: { encoding: 'utf8', text: JSON.stringify(answer) },
      },
      ...more,
    });
  });

const storyOf = (
  exchanges: readonly Exchange[],
  verdict: Partial<CellVerdict>,
  findings: readonly Finding[] = [],
): FailureStory =>
  failureStory(
    cellVerdict(verdict),
    findings,
    new Map(exchanges.map((each) => [each.n, each])),
    objectHistories(exchanges),
  );

const partsOf = (story: FailureStory): readonly string[] =>
  story.lanes
    .flat()
    .map(({ exchange: { n }, part, decides }) => `${n} ${part}${decides ? ' !' : ''}`);

const SECOND_CONTRACT: readonly Sent[] = [
  { call: `POST ${DRAFTS}`, answer: { draftId: DRAFT } },
  { call: `POST ${DRAFTS}`, answer: { draftId: OTHER } },
  { call: `PUT ${DRAFTS}/${OTHER}` },
  { call: `PUT ${DRAFTS}/${DRAFT}`, answer: { draftId: DRAFT } },
  { call: `POST ${DRAFTS}/${DRAFT}/to-contract`, status: 303, location: `/api/contracts/${FIRST}` },
  { call: `PUT ${DRAFTS}/${DRAFT}`, test: 'another check' },
  {
    call: `POST ${DRAFTS}/${DRAFT}/to-contract`,
    status: 303,
    location: `/api/contracts/${SECOND}`,
  },
  { call: `GET /BE/motor/gap/contracts/${FIRST}` },
  { call: `GET /BE/motor/gap/contracts/${SECOND}` },
];

test('shows the calls on the objects of a failure in order, with their roles', () => {
  const story = storyOf(recorded(SECOND_CONTRACT), { exchanges: [5, 8, 9, 7] });

  expect(partsOf(story)).toEqual([
    '1 preparation',
    '4 preparation',
    '5 request',
    '7 request !',
    '8 read-back',
    '9 read-back',
  ]);
  expect(story.lanes.flat().map(({ gives }) => gives)).toEqual([
    [DRAFT],
    [],
    [FIRST],
    [SECOND],
    [],
    [],
  ]);
  expect(story.like?.n).toBe(5);
});

test('calls share a lane only if their times prove that they were concurrent', () => {
  const story = storyOf(
    recorded([
      { call: `POST ${DRAFTS}`, answer: { draftId: DRAFT }, at: [0, 5] },
      { call: `PUT ${DRAFTS}/${DRAFT}`, at: [5, 10] },
      { call: `PUT ${DRAFTS}/${DRAFT}`, at: [15, 20] },
      { call: `POST ${DRAFTS}/${DRAFT}/price-requests`, at: [16, 3] },
      { call: `GET ${DRAFTS}/${DRAFT}`, status: 500, at: [30, 4] },
      { call: `GET ${DRAFTS}/${DRAFT}`, status: 500, at: [35, 4] },
    ]),
    { exchanges: [3, 4, 5, 6] },
  );

  expect(story.lanes.map((lane) => lane.map(({ exchange: { n } }) => n))).toEqual([
    [1],
    [2],
    [3, 4, 5],
    [6],
  ]);
});

const FINDING: Finding = {
  requirement: 'GAP-CONTRACT-02',
  operation: 'gap.contract-create',
  verdict: 'fail',
  wanted: 'a refusal',
  got: 'status 303',
  exchanges: [2],
  twin: 3,
  test: 'probe',
  attempt: 1,
  seed: 1,
};

test('a faulty request is beside its control request and its repeat', () => {
  const story = storyOf(
    recorded([
      { call: `POST ${DRAFTS}`, answer: [{ draftId: DRAFT }], test: 'preparation' },
      { call: `POST ${DRAFTS}/${DRAFT}/to-contract`, intent: 'faulty', test: 'probe' },
      { call: `POST ${DRAFTS}/${DRAFT}/to-contract`, test: 'probe' },
      { call: `POST ${DRAFTS}/${OTHER}/to-contract`, intent: 'faulty', test: 'probe' },
    ]),
    { exchanges: [2] },
    [FINDING, { ...FINDING, exchanges: [4], attempt: 2 }],
  );

  expect(partsOf(story)).toEqual(['1 preparation', '2 faulty request !', '3 control request']);
  expect(story.again?.n).toBe(4);
});

test('a value that was read is beside the last accepted call that wrote it', () => {
  const where = '/terms/variant';
  const [creation, ...others] = recorded([
    { call: `POST ${DRAFTS}`, answer: { draftId: DRAFT } },
    { call: `PUT ${DRAFTS}/${DRAFT}` },
    { call: `PUT ${DRAFTS}/${DRAFT}` },
    { call: `PUT ${DRAFTS}/${DRAFT}`, status: 400 },
    { call: `GET ${DRAFTS}/${DRAFT}`, answer: { terms: { variant: 'BASIC' } } },
  ]);
  const [first, second, refused, read] = others.map((each, at) =>
    at === 3
      ? each
      : {
          ...each,
          request: {
            ...each.request,
            body: {
              encoding: 'utf8' as const,
              text: JSON.stringify(at === 1 ? { language: 'nl' } : { terms: { variant: 'X' } }),
            },
          },
        },
  );
  const all = [creation!, first!, second!, refused!, read!];

  const requirement = 'LANDLORD-READBACK-terms.variant';
  const verdict = { exchanges: [2, 3, 4, 5], requirement, where } as const;
  const wrapped = [...all.slice(0, 4), { ...read!, envelope: '/data' }];

  expect(storyOf(all, verdict).written?.n).toBe(2);
  expect(storyOf(wrapped, { ...verdict, where: `/data${where}` }).written?.n).toBe(2);
  // DRAFT-04 compares the draft with another one.
  expect(storyOf(all, { ...verdict, requirement: 'DRAFT-04' }).written).toBeUndefined();
});

test('calls that differ in their credential are not the same', () => {
  const read = `GET ${DRAFTS}/${DRAFT}`;
  const [creation, own, ...others] = recorded([
    { call: `POST ${DRAFTS}`, answer: { draftId: DRAFT } },
    { call: `PUT ${DRAFTS}/${DRAFT}` },
    { call: read, status: 403, intent: 'faulty' },
    { call: read, intent: 'faulty' },
    { call: read, intent: 'faulty' },
  ]);
  const [refused, ...same] = others;
  const headers = { authorization: 'Bearer $NOBODY' };
  const stranger = { ...refused!, request: { ...refused!.request, headers } };
  const story = storyOf([creation!, own!, stranger, ...same], { exchanges: [5] });

  expect(partsOf(story)).toEqual([
    '1 same operation',
    '2 same operation',
    '3 other call',
    '4 same operation',
    '5 faulty request !',
  ]);
});

test('a deviation that was seen once has the control request of its own check, and no repeat', () => {
  const once: Finding = { ...FINDING, twin: 1 };
  const { twin: _, ...unread } = { ...FINDING, verdict: 'inconclusive', attempt: 2 } as const;
  const elsewhere: Finding = { ...FINDING, exchanges: [5], twin: 4, test: 'another check' };
  const calls = Array.from({ length: 5 }, () => ({ call: `POST ${DRAFTS}/${DRAFT}/to-contract` }));
  const verdict = { verdict: 'inconclusive', reason: 'intermittent', exchanges: [2] } as const;

  const story = storyOf(recorded(calls), { ...verdict, test: 'probe' }, [
    once,
    { ...unread, reason: 'disturbance', exchanges: [3] },
  ]);
  expect([story.control?.n, story.again]).toEqual([1, undefined]);
  const { twin: __, ...alone } = once;
  const other = storyOf(recorded(calls), { ...verdict, test: 'probe' }, [alone, elsewhere]);
  expect([other.control, other.again?.n]).toEqual([undefined, 5]);
});

test('a path of the base url is no object whose calls are searched', () => {
  let looked = 0;
  const all = recorded([
    ...Array.from({ length: 1000 }, (_, at) => ({ call: `PUT ${DRAFTS}/${OTHER}${at}` })),
    { call: `POST ${DRAFTS}`, answer: { draftId: DRAFT } },
    { call: `PUT ${DRAFTS}/${DRAFT}` },
  ]).map(({ response, ...each }) => ({
    ...each,
    get response(): NonNullable<Exchange['response']> {
      looked += 1;
      return response!;
    },
  }));

  const [history] = objectHistories(all)(all.at(-1)!);
  expect(history?.created.n).toBe(1001);
  expect(looked).toBeLessThan(20);
});

test('a long story keeps what shows the verdict, and counts what it omits', () => {
  const reads = Array.from({ length: 60 }, (_, at) => ({
    call: `GET ${DRAFTS}/${DRAFT}`,
    answer: { city: 'x'.repeat(at) },
  }));
  const story = storyOf(
    recorded([
      { call: `POST ${DRAFTS}`, answer: { draftId: DRAFT } },
      ...reads,
      { call: `PUT ${DRAFTS}/${DRAFT}` },
      { call: `POST ${DRAFTS}/${DRAFT}/to-contract`, status: 404 },
    ]),
    { exchanges: [63] },
  );

  expect(partsOf(story)).toEqual(['1 preparation', '62 preparation', '63 request !']);
  expect(story.leftOut).toBe(60);
});

test('without exchanges there is no story', () => {
  expect(storyOf([], { exchanges: [] }).lanes).toEqual([]);
});

test('of the reads of a stale read-back the last one is shown', () => {
  const draft = `GET ${DRAFTS}/${DRAFT}`;
  const polled = ['a', 'b', 'c'].map((id) => ({ call: draft, answer: { city: 'Gent', id } }));
  const exchanges = recorded([
    { call: `POST ${DRAFTS}`, answer: { id: DRAFT } },
    { call: draft, answer: { city: 'Gent', id: 'x' } },
    { call: `PUT ${DRAFTS}/${DRAFT}` },
    ...polled,
  ]);
  const story = storyOf(exchanges, { exchanges: [3, 6] });

  expect(story.lanes.flat().map((step) => step.exchange.n)).toEqual([1, 2, 3, 6]);
  expect(story.leftOut).toBe(2);
});
