import type { Draft, Id } from '../store.ts';
import { UnderWay, instead, pause, withNextId } from './side-by-side.ts';
import type { Fault } from './fault.ts';
import type { Line } from '../../spec/line.ts';
import { Refusal } from '../refusal.ts';
import { beforeHandler, inside } from './stages.ts';
import { draftOf } from '../call.ts';

/** So many calls at once are a crowd. */
const CROWD = 20;

const contract = (id: string, what: string, sow: Fault['sow']): Fault => ({
  id,
  breaks: { requirement: 'GAP-CONTRACT-01', operation: 'gap.contract-create' },
  what,
  area: 'races',
  sow,
});

const contractFaults: readonly Fault[] = [
  contract(
    'gap-contract-without-a-lock',
    'Two calls at once on a motor gap draft make two contracts.',
    (tables) => {
      tables.locked.delete('gap.contract-create');
      instead(tables, 'gap.contract-create', async (call, handle) => {
        await pause();
        return handle(call);
      });
    },
  ),
  contract(
    'gap-contract-without-a-lock-for-a-crowd',
    'A motor gap draft makes several contracts for twenty calls at once.',
    (tables) => {
      const underWay = new UnderWay<Draft>();
      const crowded = new WeakSet<Draft>();
      tables.locked.delete('gap.contract-create');
      instead(tables, 'gap.contract-create', async (call, handle) => {
        const draft = draftOf(call);
        await underWay.wait(draft, (count) => count >= CROWD && crowded.add(draft));
        if (crowded.has(draft)) return handle(call);
        return tables.locks.run(`crowd/${draft.id}`, async () => {
          if (draft.contracts.length === 0) return handle(call);
          throw new Refusal('rule', 'the draft already has its contract', { status: 409 });
        });
      });
    },
  ),
];

/** Creations that are under way at once get the same id where `groupOf` puts them into one group. */
const sharesIds = (
  id: string,
  line: Line,
  what: string,
  groupOf: (body: unknown) => unknown,
): Fault => {
  const operation = `${line}.draft-create` as const;
  return {
    id,
    breaks: { requirement: 'UNIQUE-01', operation },
    what,
    area: 'races',
    sow: (tables) => {
      const underWay = new UnderWay<unknown>();
      const shared = new Map<unknown, Id>();
      instead(tables, operation, async (call, handle) => {
        const group = groupOf(call.body);
        const next = await underWay.wait(group, (count) => {
          if (count === 1) shared.set(group, tables.newId('draft', line));
          return shared.get(group);
        });
        return handle(next === undefined ? call : withNextId(call, next));
      });
    },
  };
};

const crowdSharesId = (line: Line): Fault => {
  const operation = `${line}.draft-create` as const;
  return {
    id: `${line}-drafts-of-a-crowd-share-an-id`,
    breaks: { requirement: 'UNIQUE-01', operation },
    what: `Twenty ${line} drafts created at once get the same draftId.`,
    area: 'races',
    sow: (tables) => {
      const underWay = new UnderWay<Line>();
      let shared: Id | undefined;
      instead(tables, operation, async (call, handle) => {
        await underWay.wait(line, (count) => {
          if (count === CROWD) shared = tables.newId('draft', line);
        });
        const next = shared;
        if (underWay.on(line) === 0) shared = undefined;
        return handle(next === undefined ? call : withNextId(call, next));
      });
    },
  };
};

/** An update and a price request of one draft at once leave it so that it cannot be read. */
const breaksDraft = (id: string, line: Line, what: string, fail: () => never): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-03', operation: `${line}.draft-update` },
  what,
  area: 'races',
  sow: (tables) => {
    const updates = new UnderWay<Draft>();
    const prices = new UnderWay<Draft>();
    const broken = new WeakSet<Draft>();
    const breakWith = (own: UnderWay<Draft>, other: UnderWay<Draft>) => {
      return async (draft: Draft): Promise<void> => {
        await own.wait(draft, () => other.on(draft) > 0 && broken.add(draft));
      };
    };
    const update = breakWith(updates, prices);
    const price = breakWith(prices, updates);
    for (const [step, wait] of [
      ['draft-update', update],
      ['price-request', price],
    ] as const)
      instead(tables, `${line}.${step}`, async (call, handle) => {
        await wait(draftOf(call));
        return handle(call);
      });
    beforeHandler(tables, `${line}.draft-get`, (call) => {
      if (broken.has(draftOf(call))) fail();
    });
  },
});

const isGone = (): never => {
  throw new Refusal('unknown', 'there is nothing with this id', { status: 404 });
};
const isBroken = (): never => {
  throw new Error('a draft without its prices');
};

/** Faults that show only where calls are made at once. */
export const raceFaults: readonly Fault[] = [
  ...contractFaults,
  sharesIds(
    'jobloss-drafts-of-one-customer-share-an-id',
    'jobloss',
    'Two jobloss drafts with one e-mail address that are created at once get the same draftId.',
    (body) => inside(body, 'policyholder', 'contact', 'email') ?? body,
  ),
  crowdSharesId('landlord'),
  breaksDraft(
    'jobloss-draft-is-lost-in-a-race',
    'jobloss',
    'A jobloss draft disappears if it is updated and priced at once.',
    isGone,
  ),
  breaksDraft(
    'gap-draft-is-broken-in-a-race',
    'gap',
    'Motor gap Draft Get answers 500 for a draft that was updated and priced at once.',
    isBroken,
  ),
];
