import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubAnswer, type StubService, stubService } from '../testing/stub-service.ts';
import { collectLegalVariants } from './legal-variants.ts';

const ON = 'jobloss.price-request';

/** Answers the first calls with a lower-case country code with 502, as a gateway does. */
const disturbed = (times: number): StubService => {
  const service = stubService();
  let left = times;
  return (call) => {
    if (call.operation !== ON || call.country !== 'be' || left === 0) return service(call);
    left -= 1;
    return { status: 502 };
  };
};

const verdictOf = async (service: StubService): Promise<string | undefined> => {
  const { run } = await stubRun(service, 'jobloss', 'COUNTRY-01');
  const cells = judgedCells(run, await collectLegalVariants(run, operation(ON)));
  return cells.find(({ cell }) => cell === `COUNTRY-01@${ON}`)?.verdict;
};

test('sends an unanswered legal variant once more, on new objects', async () => {
  expect(await verdictOf(disturbed(0))).toBe('pass');
  expect(await verdictOf(disturbed(1))).toBe('pass');
});

test('one that is never answered is inconclusive', async () => {
  expect(await verdictOf(disturbed(9))).toBe('inconclusive');
});

test.each([
  [500, 'ERROR-01'],
  [405, 'PATH-01'],
])(
  'status %i that a variant got once is a sighting of %s, not of the variant',
  async (status, id) => {
    const service = stubService();
    let isFirst = true;
    const { run } = await stubRun((call) => {
      const isDisturbed = isFirst && call.operation === ON && call.country === 'be';
      if (!isDisturbed) return service(call);
      isFirst = false;
      return { status };
    }, 'jobloss');
    const findings = await collectLegalVariants(run, operation(ON));

    const failed = findings.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ requirement }) => requirement)).toEqual([id]);
  },
);

/** Serves payment statuses from the nth request on, for any spelling of the country. */
const payable = (from: number): StubService => {
  const service = stubService();
  let asked = 0;
  return (call) => {
    if (call.operation !== 'jobloss.payment-status') return service(call);
    asked += 1;
    return asked < from ? { status: 404 } : service(call);
  };
};

test.each([1, 2, 3, 4, 5])(
  'a payment status that exists from request %i on proves nothing about the country (D3, S14)',
  async (from) => {
    const { run } = await stubRun(payable(from), 'jobloss', 'COUNTRY-01');
    const findings = await collectLegalVariants(run, operation('jobloss.payment-status'));

    const judged = findings.filter(({ requirement }) => requirement === 'COUNTRY-01');
    expect(judged.length).toBeGreaterThan(2);
    expect(judged.map(({ verdict }) => verdict)).toSatisfy((verdicts: readonly string[]) =>
      verdicts.every((each) => each === 'pass' || each === 'observed'),
    );
  },
);

test('a service that refuses every second call does not fail for a spelling', async () => {
  const service = stubService();
  let prices = 0;

  const verdict = await verdictOf((call) => {
    if (call.operation !== ON) return service(call);
    prices += 1;
    return prices % 2 === 1 ? { status: 404 } : service(call);
  });

  expect(verdict).toBe('inconclusive');
});

const collected = async (on: OperationId, service: StubService) => {
  const { run, sent } = await stubRun(service, 'jobloss');
  const findings = await collectLegalVariants(run, operation(on));
  const cells = judgedCells(run, findings);
  return {
    calls: sent.filter((call) => call.operation === on),
    drafts: sent.filter((call) => call.operation === 'jobloss.draft-create').length,
    verdictOf: (id: string) => cells.find(({ cell }) => cell === `${id}@${on}`)?.verdict,
  };
};

test('sends the spellings of a repeatable call on the same objects', async () => {
  const { calls, drafts, verdictOf } = await collected('jobloss.contract-get', stubService());

  expect(drafts).toBe(1);
  expect(calls.length).toBe(3);
  expect(verdictOf('COUNTRY-01')).toBe('pass');
  expect(verdictOf('VERSION-03')).toBe('pass');
});

test('a test that can create objects only once gets its own objects', async () => {
  const { drafts } = await collected('jobloss.contract-create', stubService());
  expect(drafts).toBe(3);
});

/** A service that accepts one lead per draft. */
const oneLeadEach = (service: StubService): StubService => {
  const leads = new Set<string | undefined>();
  return (call) => {
    const draft = call.params?.['draftId'];
    if (call.operation !== 'jobloss.lead-create') return service(call);
    if (leads.has(draft)) return { status: 409 };
    leads.add(draft);
    return service(call);
  };
};

/** A service that answers an equal creation with the earlier draft. */
const idempotent = (service: StubService): StubService => {
  const made = new Map<string, StubAnswer>();
  return (call) => {
    if (call.operation !== 'jobloss.draft-create') return service(call);
    const content = JSON.stringify(call.body);
    const answer = made.get(content) ?? service(call);
    made.set(content, answer);
    return answer;
  };
};

test.each([
  ['takes a call once only', oneLeadEach(stubService())],
  ['and answers equal creations with one draft', idempotent(oneLeadEach(stubService()))],
])('a service that %s is tested on other objects, and is not wrong', async (_what, service) => {
  const { verdictOf } = await collected('jobloss.lead-create', service);

  expect(verdictOf('COUNTRY-01')).toBe('pass');
  expect(verdictOf('VERSION-03')).toBe('pass');
});

test('a refused spelling fails', async () => {
  const service = stubService();
  const strict: StubService = (call) => (call.country === 'bE' ? { status: 404 } : service(call));
  const { verdictOf } = await collected('jobloss.draft-update', strict);

  expect(verdictOf('COUNTRY-01')).toBe('fail');
  expect(verdictOf('VERSION-03')).toBe('pass');
});

test('a spelling that is refused only after others is a sighting, and fails', async () => {
  const service = stubService();
  const calls = new Map<string | undefined, number>();
  // Accepts a spelling only as the first call on a draft.
  const forgetful: StubService = (call) => {
    if (call.operation !== 'jobloss.draft-update' || call.country !== 'bE') return service(call);
    const draft = call.params?.['draftId'];
    const before = calls.get(draft) ?? 0;
    return before > 0 ? { status: 404 } : service(call);
  };
  const counting: StubService = (call) => {
    const answer = forgetful(call);
    const draft = call.params?.['draftId'];
    calls.set(draft, (calls.get(draft) ?? 0) + 1);
    return answer;
  };
  const { verdictOf } = await collected('jobloss.draft-update', counting);

  expect(verdictOf('COUNTRY-01')).toBe('fail');
});

/** Refuses an operation if its country and the version header are both spelled in small letters. */
const refusingBoth =
  (on: OperationId, service: StubService): StubService =>
  (call) =>
    call.operation === on &&
    call.country === 'be' &&
    Object.values(call.headerNames ?? {}).includes('service-api-version')
      ? { status: 404 }
      : service(call);

test.each(['jobloss.contract-create', 'jobloss.price-request'] as const)(
  'two spellings that %s refuses only in the same call are a failure',
  async (on) => {
    const { verdictOf } = await collected(on, refusingBoth(on, stubService()));
    expect(verdictOf('COUNTRY-01')).toBe('fail');
    expect(verdictOf('VERSION-03')).toBe('pass');
  },
);

test('two spellings that are refused with the plain call are no sighting', async () => {
  const service = stubService();
  const { run } = await stubRun(
    (call) => (call.operation === 'landlord.lead-create' ? { status: 404 } : service(call)),
    'landlord',
    undefined,
    { features: { landlordLeads: false } },
  );
  const row = operation('landlord.lead-create');
  const reasons = (await collectLegalVariants(run, row))
    .filter(({ requirement }) => requirement === 'COUNTRY-01')
    .map(({ verdict, reason }) => `${verdict} ${reason}`);

  expect([...new Set(reasons)]).toEqual(['observed not-declared']);
});

test('in a certify, an empty object in a deletion goes over both kinds of connections, and a refusal names its own', async () => {
  const service = stubService();
  const { run: plain } = await stubRun(
    (call) =>
      call.operation === 'travel.car-delete' && call.connection && call.rawBody === undefined
        ? { status: 415 }
        : service(call),
    'travel',
    'TRAVEL-CAR-04',
  );
  for (const seed of [1, 2, 3, 4]) {
    const run = { ...plain, plan: { ...plain.plan, seed, thorough: true } };
    const failed = (await collectLegalVariants(run, operation('travel.car-delete'))).filter(
      ({ requirement, verdict }) => requirement === 'TRAVEL-CAR-04' && verdict === 'fail',
    );

    expect(failed.at(-1)?.got).toContain('only if the call has a connection of its own');
  }
});
