import { expect, test } from 'vitest';
import { virtualClock } from '../../client/testing/virtual-clock.ts';
import { valueAt } from '../../generators/pointer.ts';
import { isOpen } from '../../oracles/finding.ts';
import type { Step } from '../../spec/operation.ts';
import type { Line } from '../../spec/line.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { makeVisit } from './make-call.ts';
import type { Visit } from './state.ts';
import { initialState } from './walk.ts';

/** Makes visits, with `isUsed` all but the first on a used draft; returns what failed, with the status or the value that showed it. */
const failsOf = async (
  line: Line,
  visits: readonly Visit[],
  service: StubService,
  { isUsed = false, context = PLAIN }: { isUsed?: boolean; context?: ProbeContext } = {},
) => {
  const decisions = { readBackDelay: 5000 };
  const { run } = await stubRun(service, line, undefined, { decisions }, virtualClock());
  const state = initialState({ run, test: 'visits', seed: 1, context }, line);
  for (const [at, visit] of visits.entries()) {
    if (at > 0 && isUsed) state.isUsed = true;
    await makeVisit(visit, state);
  }
  return state.judgements
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement, got }) => [requirement, got]);
};

test('a visit goes over the connection of the context', async () => {
  const service = stubService();
  const over: (string | undefined)[] = [];
  const { run } = await stubRun((call) => {
    over.push(call.connection);
    return service(call);
  }, 'jobloss');
  for (const connection of ['reused', 'fresh'] as const) {
    const context = { ...PLAIN, connection };
    await makeVisit(
      { step: 'draft-create' },
      initialState({ run, test: 'visits', seed: 1, context }, 'jobloss'),
    );
  }

  expect(over).toEqual([undefined, 'fresh']);
});

/** Answers the first call of an operation in another way. */
const onceOn = (on: string, first: StubService, service = stubService()): StubService => {
  let isFirst = true;
  return (call) => {
    if (call.operation !== on || !isFirst) return service(call);
    isFirst = false;
    return first(call);
  };
};

const SPELLED = { ...PLAIN, country: 'be' } as const;

test.each([
  [405, 'PATH-01'],
  [501, 'PATH-01'],
  [500, 'ERROR-01'],
])(
  'status %i that a call on a used draft got once, in another spelling of the country, stays a sighting',
  async (status, requirement) => {
    const fails = await failsOf(
      'jobloss',
      [{ step: 'draft-create' }, { step: 'lead-create' }],
      onceOn('jobloss.lead-create', () => ({ status })),
      { isUsed: true, context: SPELLED },
    );

    expect(fails).toEqual([[requirement, `status ${status}`]]);
  },
);

test('a breakdown of a call that was sent for another purpose stays a sighting, too', async () => {
  const service = onceOn('jobloss.lead-create', () => ({ status: 500 }));
  const { run } = await stubRun(service, 'jobloss');
  const state = initialState({ run, test: 'open', seed: 1, context: SPELLED }, 'jobloss');
  await makeVisit({ step: 'draft-create' }, state);
  await makeVisit({ step: 'lead-create' }, state, { intent: 'open' });

  const fails = state.judgements.filter(({ verdict }) => verdict === 'fail');
  expect(fails.map(({ requirement }) => requirement)).toEqual(['ERROR-01']);
});

/** Answers leads in the canonical spelling as given, in turn, and refuses all others. */
const leadsInCanonical = (...answers: readonly (StubService | undefined)[]): StubService => {
  const service = stubService();
  let sent = -1;
  return (call) => {
    if (call.operation !== 'jobloss.lead-create') return service(call);
    if (call.country !== undefined) return { status: 400 };
    sent += 1;
    return (answers[sent] ?? service)(call);
  };
};

test.each<[string, StubService, readonly (readonly string[])[]]>([
  [
    'a spelling that is refused in turns with the canonical one is to blame',
    leadsInCanonical(),
    [
      ['COUNTRY-01', 'status 400'],
      ['COUNTRY-01', 'status 400'],
      ['COUNTRY-01', 'status 400'],
    ],
  ],
  [
    'a breakdown of the canonical one between two repeats stays a sighting',
    leadsInCanonical(undefined, () => ({ status: 500 })),
    [['ERROR-01', 'status 500']],
  ],
])('%s', async (_, service, expected) => {
  const fails = await failsOf(
    'jobloss',
    [{ step: 'draft-create' }, { step: 'lead-create' }],
    service,
    {
      isUsed: true,
      context: SPELLED,
    },
  );

  expect(fails).toEqual(expected);
});

test('a disturbance of a call that is accepted when it is sent again leaves nothing open (S8)', async () => {
  const service = onceOn('jobloss.lead-create', () => ({ status: 503 }));
  const { run } = await stubRun(service, 'jobloss');
  const state = initialState({ run, test: 'used', seed: 1, context: SPELLED }, 'jobloss');
  await makeVisit({ step: 'draft-create' }, state);
  state.isUsed = true;
  await makeVisit({ step: 'lead-create' }, state);

  expect(state.judgements.filter(isOpen)).toEqual([]);
});

test('a spelling is not to blame if the canonical one is refused later', async () => {
  let leads = 0;
  const service = stubService();
  const fails = await failsOf(
    'jobloss',
    [{ step: 'draft-create' }, { step: 'lead-create' }],
    // Busy at first, and closed after its only lead.
    (call) =>
      call.operation === 'jobloss.lead-create' && (leads += 1) !== 2
        ? { status: 409 }
        : service(call),
    { isUsed: true, context: SPELLED },
  );

  expect(fails).toEqual([]);
});

test('a used draft may refuse a call in one spelling, and accept it later (R5)', async () => {
  const fails = await failsOf(
    'jobloss',
    [{ step: 'draft-create' }, { step: 'lead-create' }],
    onceOn('jobloss.lead-create', () => ({ status: 409 })),
    { isUsed: true, context: SPELLED },
  );

  expect(fails).toEqual([]);
});

test('a draft that is refused once in a spelling is looked at again at the end of the run', async () => {
  const service = onceOn('jobloss.draft-create', () => ({ status: 400 }));
  const { run } = await stubRun(service, 'jobloss');
  const state = initialState({ run, test: 'spelled', seed: 1, context: SPELLED }, 'jobloss');
  await makeVisit({ step: 'draft-create' }, state);

  const [refused] = run.memory.refusedBodies.on('jobloss.draft-create');
  expect(refused).toMatchObject({ country: 'be', refusal: { n: 1 } });
});

const CREATED_AND_READ: readonly Visit[] = [{ step: 'draft-create' }, { step: 'draft-get' }];

test.each([
  [405, [['PATH-01', 'status 405']]],
  // The draft may not be readable yet (D3), or for a reason that is not stated.
  [404, []],
  [409, []],
])('a read that is answered with %i once', async (status, expected) => {
  const service = onceOn('jobloss.draft-get', () => ({ status }));

  expect(await failsOf('jobloss', CREATED_AND_READ, service)).toEqual(expected);
});

test('a read for another purpose that is answered with 405 once', async () => {
  const service = onceOn('jobloss.draft-get', () => ({ status: 405 }));
  const decisions = { readBackDelay: 5000 };
  const { run } = await stubRun(service, 'jobloss', undefined, { decisions }, virtualClock());
  const state = initialState({ run, test: 'open', seed: 1 }, 'jobloss');
  await makeVisit({ step: 'draft-create' }, state);
  await makeVisit({ step: 'draft-get' }, state, { intent: 'open' });

  const fails = state.judgements.filter(({ verdict }) => verdict === 'fail');
  expect(fails.map(({ requirement }) => requirement)).toEqual(['PATH-01']);
});

const STREET = '/policyholder/address/street';

/** A landlord service whose first read of a draft shows what `early` makes of it. */
const landlordShowing = (early: (written: unknown) => unknown): StubService => {
  const service = stubService();
  let written: unknown;
  const storing: StubService = (call) => {
    if (call.operation === 'landlord.draft-create') written = call.body;
    const answer = service(call);
    return call.operation === 'landlord.draft-get' ? { ...answer, body: written } : answer;
  };
  return onceOn(
    'landlord.draft-get',
    (call) => ({ ...storing(call), body: early(written) }),
    storing,
  );
};

test('a value that was never written stays a sighting, although the next read is right (D3)', async () => {
  const withOtherStreet = (written: unknown) => {
    const shown = structuredClone(written) as { policyholder: { address: { street: string } } };
    shown.policyholder.address.street += ' bis';
    return shown;
  };
  let street: unknown;
  const service = landlordShowing((written) => {
    street = valueAt(written, STREET);
    return withOtherStreet(written);
  });
  const fails = await failsOf('landlord', CREATED_AND_READ, service);

  expect(fails).toEqual([
    ['LANDLORD-READBACK-policyholder.address.street', JSON.stringify(`${String(street)} bis`)],
  ]);
});

test('an early read may show an earlier content (D3)', async () => {
  const service = stubService();
  const written: unknown[] = [];
  let reads = 0;
  const fails = await failsOf(
    'landlord',
    [{ step: 'draft-create' }, { step: 'draft-update', revised: true }, { step: 'draft-get' }],
    (call) => {
      if (/draft-(create|update)$/.test(call.operation)) written.push(call.body);
      const answer = service(call);
      if (call.operation !== 'landlord.draft-get') return answer;
      reads += 1;
      return { ...answer, body: written.at(reads === 1 ? 0 : -1) };
    },
  );

  expect(fails).toEqual([]);
  expect(reads).toBe(2);
});

/** Requirements that fail if the draft is refused at its second read, after these steps. */
const lostAfter = async (...steps: readonly Step[]): Promise<readonly string[]> => {
  const service = stubService();
  let reads = 0;
  const losing: StubService = (call) => {
    if (call.operation !== 'travel.draft-get') return service(call);
    reads += 1;
    return reads === 1 ? service(call) : { status: 403 };
  };
  const fails = await failsOf(
    'travel',
    ['draft-create' as const, 'draft-get' as const, ...steps, 'draft-get' as const].map((step) => ({
      step,
    })),
    losing,
  );
  return fails.map(([requirement = '']) => requirement);
};

test('a draft that is refused to its owner after a price is unreadable (D3)', async () => {
  expect(await lostAfter('price-request')).toEqual(['DRAFT-01']);
});

test('a draft that is refused to its owner after nothing but reads is lost (D13)', async () => {
  expect(await lostAfter()).toEqual(['DRAFT-03']);
});

test.each<Step>(['draft-update', 'lead-create'])(
  'a draft that is refused to its owner after %s is judged by the checks of that call',
  async (step) => {
    expect(await lostAfter(step)).toEqual([]);
  },
);
