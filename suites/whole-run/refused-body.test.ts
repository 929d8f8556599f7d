import { expect, test } from 'vitest';
import { draft } from '../../generators/draft.ts';
import { valueAt } from '../../generators/pointer.ts';
import { sample } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import { afterRefusals, PLAIN } from '../contexts/context.ts';
import { initialState } from '../journey/walk.ts';
import { stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';
import { makeUsedDraft, updateUsedDraft } from './body-calls.ts';
import { refusedBodies } from './refused-body.ts';

type Refuses = (body: object) => boolean;

/** Answers of the service after the refusal that the run saw. */
interface Later {
  readonly later?: Refuses;
  readonly status?: number;
}

/** Refuses the writes of drafts that meet a condition. */
const refusing = (refuses: Refuses, status: () => number): StubService => {
  const service = stubService();
  return (call) => {
    const isWrite = /draft-(create|update)$/.test(call.operation);
    return isWrite && refuses(call.body as object) ? { status: status() } : service(call);
  };
};

/** Fails of the check after the run saw a draft refused; `later`, `status`: the refusals from then on. */
const failsAfter = async (
  on: OperationId,
  refuses: Refuses,
  { later = refuses, status = 400 }: Later = {},
) => {
  let [isNow, current] = [refuses, 400];
  const service = refusing(
    (body) => isNow(body),
    () => current,
  );
  const line = on.slice(0, on.indexOf('.')) as Line;
  const { run } = await stubRun(service, line);
  for (let seed = 1; run.memory.refusedBodies.on(on).length === 0; seed += 1) {
    const body = sample(draft(line, run.generators), seed);
    const params = { draftId: 'draft-1' };
    const call = { operation: on, params, body, intent: 'legal', test: 'noted' } as const;
    if (refuses(body)) run.memory.refusedBodies.note(await run.client.send(call));
  }
  [isNow, current] = [later, status];
  const check = refusedBodies.checks.find(({ operations }) => operations.includes(on));
  const judged = await check?.collect({ run, seed: 1, test: 'refused-body', attempt: 1 });
  return (judged ?? []).filter(({ verdict }) => verdict === 'fail');
};

const lacks = (body: object, pointer: string): boolean => valueAt(body, pointer) === undefined;

const INDUSTRY = '/risk/insuredJob/industry';

const withoutIndustryInFrench: Refuses = (body) =>
  valueAt(body, '/language') === 'fr' && !lacks(body, '/risk/insuredJob') && lacks(body, INDUSTRY);

test.each(['jobloss.draft-create', 'jobloss.draft-update'] as const)(
  'a field whose lack is refused only beside another value fails, in two bodies, on %s',
  async (on) => {
    const fails = await failsAfter(on, withoutIndustryInFrench);
    const own = fails.filter(
      ({ requirement }) => requirement === 'JOBLOSS-LEGAL-risk.insuredJob.industry',
    );

    expect(new Set(own.map(({ body }) => body)).size).toBe(2);
    for (const { wanted } of own)
      expect(wanted).toMatch(
        /^accepted without \/risk\/insuredJob\/industry, as the same body is with \/risk\/insuredJob\/industry ".+"$/,
      );
    for (const each of own) expect(each.twin).not.toBe(each.exchanges[0]);
  },
);

const isShort = (body: object, pointer: string): boolean =>
  /^".{1,4}"$/.test(JSON.stringify(valueAt(body, pointer)) ?? '');

test.each([
  ['an object', '/policyholder/company/lastName', 'GAP-LEGAL-policyholder.company.lastName'],
  ['an item', '/risk/drivers/0/person/firstName', 'GAP-LEGAL-risk.drivers[].person.firstName'],
])('a value within %s is named, and not the whole of it', async (_, pointer, requirement) => {
  const fails = await failsAfter('gap.draft-update', (body) => isShort(body, pointer));

  expect(new Set(fails.map((each) => each.requirement))).toEqual(new Set([requirement]));
});

test('a draft that is refused as any other one is proves nothing', async () => {
  const later: Refuses = () => true;

  expect(await failsAfter('jobloss.draft-create', withoutIndustryInFrench, { later })).toEqual([]);
});

test('a draft that is accepted when it is written again was refused now and then: LEGAL-01', async () => {
  const later: Refuses = () => false;
  const fails = await failsAfter('jobloss.draft-create', withoutIndustryInFrench, { later });

  expect(fails.map(({ requirement, wanted }) => [requirement, wanted])).toEqual([
    ['LEGAL-01', 'accepted, as the same body is when it is sent again'],
  ]);
});

test('an update that is accepted on another draft proves nothing: its draft may not have been new (R5)', async () => {
  const later: Refuses = () => false;

  expect(await failsAfter('jobloss.draft-update', withoutIndustryInFrench, { later })).toEqual([]);
});

const NOW_AND_THEN = [2, 3, 4].flatMap((period) =>
  Array.from({ length: period }, (_, phase) => [period, phase] as const),
);

test.each(NOW_AND_THEN)(
  'a service that refuses one write in %i, from number %i on, decides on no value',
  async (period, phase) => {
    let sent = 0;
    const later: Refuses = () => (sent += 1) % period === phase;
    const fails = await failsAfter('jobloss.draft-create', withoutIndustryInFrench, { later });

    // A draft that is refused once and accepted later is LEGAL-01.
    expect(new Set(fails.map(({ requirement }) => requirement))).toEqual(new Set(['LEGAL-01']));
  },
);

test.each([0, 1])(
  'a value that a service refuses on every second draft, from number %i on, is not mistaken for another one',
  async (phase) => {
    let sent = 0;
    const later: Refuses = (body) => (sent += 1) % 2 === phase && withoutIndustryInFrench(body);
    const fails = await failsAfter('jobloss.draft-create', withoutIndustryInFrench, { later });

    expect(fails.map(({ requirement }) => requirement).filter((id) => id !== 'LEGAL-01')).toEqual(
      [],
    );
  },
);

test.each([401, 403, 404, 409, 423, 429])(
  'a refusal with %i says nothing about a value',
  async (status) => {
    const fails = await failsAfter('jobloss.draft-create', withoutIndustryInFrench, { status });
    expect(fails.filter(({ requirement }) => requirement.includes('LEGAL'))).toEqual([]);
  },
);

/** A service, and the content of its drafts, by id. */
const holdingService = () => {
  const inner = stubService();
  const held = new Map<unknown, object>();
  const service: StubService = (call) => {
    const answer = inner(call);
    const written = { ...call.params, ...Object(answer.body) }['draftId'];
    if (/draft-(create|update)$/.test(call.operation)) held.set(written, call.body as object);
    return answer;
  };
  return { service, held };
};

/** Decides on an update by the content that the draft holds. */
type RefusesUpdate = (body: object, held: object) => boolean;

/** Fails of the check after a draft that had refused a read refused an update; such a draft refuses these updates. */
const failsOnUsed = async (refuses: RefusesUpdate) => {
  const on = 'jobloss.draft-update';
  const { service, held } = holdingService();
  const refused = new Set<string | undefined>();
  const { run } = await stubRun((call) => {
    const draftId = call.params?.['draftId'];
    if (call.intent === 'faulty') {
      refused.add(draftId);
      return refusalOf(call);
    }
    const body = call.body as object;
    const before = held.get(draftId);
    if (call.operation === on && refused.has(draftId) && (!before || refuses(body, before)))
      return { status: 400 };
    return service(call);
  }, 'jobloss');
  const params = { draftId: 'draft-1' };
  const read = { operation: 'jobloss.draft-get', params, intent: 'faulty', test: 'read' } as const;
  await run.client.send(read);
  for (let seed = 1; run.memory.refusedBodies.on(on).length === 0; seed += 1) {
    const body = sample(draft('jobloss', run.generators), seed);
    const call = { operation: on, params, body, intent: 'legal', test: 'noted' } as const;
    if (withoutIndustryInFrench(body))
      run.memory.refusedBodies.note(await run.client.send(call), { context: afterRefusals(PLAIN) });
  }
  const check = refusedBodies.checks.find(({ operations }) => operations.includes(on));
  const judged = await check?.collect({ run, seed: 1, test: 'refused-body', attempt: 1 });
  return (judged ?? []).filter(({ verdict }) => verdict === 'fail');
};

test('a field whose lack is refused only on a used draft fails, and names its use', async () => {
  const fails = await failsOnUsed(withoutIndustryInFrench);
  const own = fails.filter(
    ({ requirement }) => requirement === 'JOBLOSS-LEGAL-risk.insuredJob.industry',
  );

  expect(own.length).toBeGreaterThan(1);
  for (const { got } of own)
    expect(got).toContain('only if 3 invalid calls were made on the draft before');
});

test.each<[string, RefusesUpdate]>([
  ['refuses every update', () => true],
  [
    'refuses to change its language',
    (body, held) => valueAt(body, '/language') !== valueAt(held, '/language'),
  ],
])('a used draft that %s proves nothing (R5)', async (_, refuses) => {
  expect(await failsOnUsed(refuses)).toEqual([]);
});

/** Answers to a contract and to an update of a draft with a contract, by its content; undefined: accepted. */
interface Contracts {
  readonly declines?: Refuses;
  readonly refuses: RefusesUpdate;
}

/** Fails of the check after a draft with a contract refused an update. */
const failsOnContracted = async ({ declines = () => false, refuses }: Contracts) => {
  const on = 'jobloss.draft-update';
  const { service, held } = holdingService();
  const contracted = new Set<unknown>();
  const { run } = await stubRun((call) => {
    const draftId = call.params?.['draftId'];
    const before = held.get(draftId);
    if (call.operation === 'jobloss.contract-create' && before) {
      if (declines(before)) return { status: 402 };
      contracted.add(draftId);
    }
    const body = call.body as object;
    const isClosed = call.operation === on && contracted.has(draftId) && before;
    if (isClosed && refuses(body, before)) return { status: 400 };
    return service(call);
  }, 'jobloss');
  const context = { ...PLAIN, contract: 'made' } as const;
  for (let seed = 1; run.memory.refusedBodies.on(on).length === 0; seed += 1) {
    const body = sample(draft('jobloss', run.generators), seed);
    if (!withoutIndustryInFrench(body)) continue;
    const state = initialState({ run, test: 'noted', seed, context }, 'jobloss', {
      draft: body,
      revised: body,
    });
    if (!(await makeUsedDraft(state, context))) continue;
    await updateUsedDraft(state, body);
  }
  const check = refusedBodies.checks.find(({ operations }) => operations.includes(on));
  const judged = await check?.collect({ run, seed: 1, test: 'refused-body', attempt: 1 });
  return (judged ?? []).filter(({ verdict }) => verdict === 'fail');
};

test('a field whose lack is refused only with a contract fails, and names it', async () => {
  const fails = await failsOnContracted({ refuses: withoutIndustryInFrench });
  const own = fails.filter(
    ({ requirement }) => requirement === 'JOBLOSS-LEGAL-risk.insuredJob.industry',
  );

  expect(own.length).toBeGreaterThan(1);
  for (const { got } of own) expect(got).toContain('only if a contract was made before');
});

test('drafts that a contract closes prove nothing (S18), although some get no contract (V17)', async () => {
  const declines: Refuses = (body) => valueAt(body, '/language') !== 'fr';

  expect(await failsOnContracted({ declines, refuses: () => true })).toEqual([]);
});
