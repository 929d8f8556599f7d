import { expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import type { OperationId } from '../../spec/operations.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { conductSession } from './conduct-session.ts';

const ON = 'jobloss.token-terms';

/** Accepts calls without a version on drafts that meet a condition; refuses all other faulty calls. */
const lenient = (isMet: (usesOfDraft: ReadonlySet<string>) => boolean): StubService => {
  const service = stubService();
  const uses = new Map<string, Set<string>>();
  return (call) => {
    const draft = call.params?.['draftId'] ?? '';
    const before = uses.get(draft) ?? new Set();
    if (call.intent === 'faulty')
      return call.breaks === 'VERSION-01' && isMet(before) ? service(call) : { status: 406 };
    uses.set(draft, before.add(call.operation));
    return service(call);
  };
};

const judged = async (service: StubService, on: OperationId = ON) => {
  const { run, sent } = await stubRun(service, 'jobloss', 'VERSION-01');
  const cells = judgedCells(run, await conductSession(run, on));
  return { sent, cell: cells.find(({ cell }) => cell === `VERSION-01@${on}`) };
};

test.each([
  { on: ON, parameter: 'draftId' },
  { on: 'jobloss.contract-get', parameter: 'contractId' },
] as const)(
  'the only probe of a requirement is sent in two contexts, of $on',
  async ({ on, parameter }) => {
    const { sent, cell } = await judged(
      lenient(() => false),
      on,
    );
    const faulty = sent.filter(
      ({ intent, breaks }) => intent === 'faulty' && breaks === 'VERSION-01',
    );
    const objects = new Set(faulty.map(({ params }) => params?.[parameter]));

    expect(cell?.verdict).toBe('pass');
    expect(objects.size).toBe(2);
  },
);

test('one of several probes of a requirement is sent in two contexts', async () => {
  const service = stubService();
  const { run, sent } = await stubRun(
    (call) => (call.intent === 'faulty' ? { status: 406 } : service(call)),
    'jobloss',
    'VERSION-02',
  );
  await conductSession(run, ON);

  const faulty = sent.filter(({ breaks }) => breaks === 'VERSION-02');
  const drafts = Map.groupBy(faulty, ({ params }) => params?.['draftId']);
  expect([...drafts.values()].map(({ length }) => length)).toEqual([4, 1]);
});

test.each(['jobloss.lead-create', 'jobloss.draft-update', 'jobloss.draft-get'])(
  'a fault that shows only after %s, in either context, fails',
  async (use) => {
    const { cell } = await judged(lenient((uses) => uses.has(use)));
    expect(cell?.verdict).toBe('fail');
  },
);

test('what the preparation of the used draft shows is repeated, and replayed by its name', async () => {
  const service = stubService();
  const { run } = await stubRun(
    (call) =>
      call.test.endsWith('/used') && call.operation === ON ? { status: 500 } : service(call),
    'jobloss',
  );
  const used = 'protocol/jobloss.contract-create/used';
  const broken = async (of: typeof run): Promise<ReadonlySet<number>> => {
    const found: Finding[] = [];
    const write: typeof run.write = (findings) => void found.push(...findings);
    await conductSession({ ...of, write }, 'jobloss.contract-create');
    const fails = found.filter(({ test: name, verdict }) => name === used && verdict === 'fail');
    return new Set(fails.map(({ attempt }) => attempt));
  };

  expect(await broken(run)).toEqual(new Set([1, 2]));
  const replay = { ...run, plan: { ...run.plan, probes: [used] }, judges: () => false };
  expect(await broken(replay)).toEqual(new Set([1, 2]));
});
