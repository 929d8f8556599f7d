import { expect, test } from 'vitest';
import type { Call } from '../client/http/build-request.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import type { Step } from '../spec/operation.ts';
import { openSuites } from './open-suites.ts';
import type { SuiteName } from './engine/suite-order.ts';
import { type StubRun, stubRun } from './testing/stub-run.ts';
import { type StubAnswer, type StubService, stubService } from './testing/stub-service.ts';

/** A change to a service. */
type Change = (other: StubService) => StubService;

interface Kind {
  readonly suite: SuiteName;
  readonly line: Line;
  readonly requirement: RequirementId;
  /** The change that makes the stub correct; left out: none. */
  readonly right?: Change;
  /** The change that introduces one fault. */
  readonly wrong: Change;
}

const REFUSED: StubAnswer = { status: 400 };
const same: Change = (service) => service;

const draftOf = ({ params }: Call): string | undefined => params?.['draftId'];

/** Changes the answer to one step if the callback decides so. */
const at =
  (step: Step, answer: (call: Call, usual: () => StubAnswer) => StubAnswer): Change =>
  (service) =>
  (call) =>
    operation(call.operation).step === step ? answer(call, () => service(call)) : service(call);

/** Changes the answer to one step once another one was called on the same draft. */
const after =
  (earlier: Step, step: Step, answer: StubAnswer): Change =>
  (service) => {
    const called = new Set<string | undefined>();
    const notes = at(earlier, (call, usual) => {
      called.add(draftOf(call));
      return usual();
    });
    const differs = at(step, (call, usual) => (called.has(draftOf(call)) ? answer : usual()));
    return differs(notes(service));
  };

const both =
  (...changes: readonly Change[]): Change =>
  (service) =>
    changes.reduce((changed, change) => change(changed), service);

const forEverybody: Change = (service) => (call) => {
  const { identity: _anybody, credential: _any, ...rest } = call;
  return service(rest);
};

const refusesLanguages = ({ body }: Call, usual: () => StubAnswer): StubAnswer => {
  const { language } = (body ?? {}) as { language?: string };
  return [undefined, 'nl', 'fr', 'en'].includes(language) ? usual() : REFUSED;
};
const refusesVariants = ({ body }: Call, usual: () => StubAnswer): StubAnswer =>
  JSON.stringify(body).includes('GAP36') ? REFUSED : usual();
const checksTokens = ({ body }: Call, usual: () => StubAnswer): StubAnswer =>
  JSON.stringify(body).includes('"abcdefgh"') ? usual() : REFUSED;
const wantsVersion: Change = (service) => (call) =>
  Object.keys(call.headers ?? {}).some((name) => /version/i.test(name)) ? REFUSED : service(call);
const oneDraft = (): StubAnswer => ({ status: 200, body: { draftId: 'draft-1' } });
/** Creates a contract of its own for every request. */
const newContracts: Change = (service) => (call) => {
  if (operation(call.operation).step !== 'contract-create') return service(call);
  const { draftId } = service({ ...call, operation: 'gap.draft-create' }).body as {
    draftId: string;
  };
  const params = { draftId };
  service({ ...call, operation: 'gap.price-request', params });
  return service({ ...call, params });
};
/** A deletion that reports success and deletes nothing. */
const deletesNothing: Change = (service) => (call) =>
  operation(call.operation).step === 'car-delete'
    ? service({ ...call, operation: 'travel.car-put' })
    : service(call);

const KINDS: readonly Kind[] = [
  {
    suite: 'journeys',
    line: 'travel',
    requirement: 'PATH-01',
    wrong: at('car-put', () => ({ status: 404 })),
  },
  { suite: 'protocol', line: 'jobloss', requirement: 'AUTH-01', wrong: forEverybody },
  {
    suite: 'protocol',
    line: 'jobloss',
    requirement: 'VERSION-01',
    right: wantsVersion,
    wrong: same,
  },
  {
    suite: 'contract',
    line: 'gap',
    requirement: 'GAP-CONTRACT-01',
    wrong: newContracts,
  },
  {
    suite: 'contract',
    line: 'gap',
    requirement: 'GAP-TOKEN-01',
    right: at('contract-create', checksTokens),
    wrong: same,
  },
  {
    suite: 'fields',
    line: 'jobloss',
    requirement: 'JOBLOSS-FIELD-language-enum',
    right: both(at('draft-create', refusesLanguages), at('draft-update', refusesLanguages)),
    wrong: at('draft-create', refusesLanguages),
  },
  {
    suite: 'legal-values',
    line: 'gap',
    requirement: 'GAP-LEGAL-terms.variant',
    wrong: at('draft-update', refusesVariants),
  },
  {
    suite: 'gap-prices',
    line: 'gap',
    requirement: 'GAP-PRICE-04',
    wrong: after('price-request', 'draft-update', REFUSED),
  },
  { suite: 'races', line: 'travel', requirement: 'UNIQUE-01', wrong: at('draft-create', oneDraft) },
  {
    suite: 'state',
    line: 'travel',
    requirement: 'TRAVEL-CAR-01',
    wrong: deletesNothing,
  },
  {
    suite: 'drafts',
    line: 'travel',
    requirement: 'DRAFT-03',
    wrong: after('draft-update', 'draft-get', { status: 404 }),
  },
  { suite: 'ownership', line: 'travel', requirement: 'AUTH-05', wrong: forEverybody },
  {
    suite: 'unique-ids',
    line: 'travel',
    requirement: 'UNIQUE-01',
    wrong: at('draft-create', oneDraft),
  },
];

const verdictsOn = async (
  service: StubService,
  { suite, line, requirement }: Kind,
): Promise<readonly string[]> => {
  const made: StubRun = await stubRun(service, line, requirement);
  for (const { name, tests } of openSuites(made.run)) {
    if (name === suite) for (const each of tests) await each.conduct();
  }
  const own = made.found.filter((each) => each.requirement === requirement);
  return [...new Set(own.map(({ verdict }) => verdict))];
};

test.each(KINDS)('$suite: $requirement passes a correct $line stub', async (kind) => {
  const { right = same } = kind;
  expect(await verdictsOn(right(stubService()), kind)).toEqual(['pass']);
});

test.each(KINDS)('$suite: $requirement fails a wrong $line stub', async (kind) => {
  expect(await verdictsOn(kind.wrong(stubService()), kind)).toContain('fail');
});
