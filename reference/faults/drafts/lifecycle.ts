import { type Line, LINE_TITLES, LINES } from '../../../spec/line.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { type Call, draftOf, type Tables } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import type { Draft } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { deny, denyAfter, recordHistories } from '../injection/histories.ts';
import { replaceHandler, CallsInFlight } from '../injection/side-by-side.ts';
import { afterRefusal, beforeHandler, namedDraft, refusingFault } from '../injection/stages.ts';

/** Number of the owner's reads that are refused after one of a stranger: more than a client repeats within the read-back delay. */
const REFUSED_READS = 60;

const unreadable = (
  id: string,
  operation: OperationId,
  what: string,
  isUnreadable: (call: Call) => boolean = () => true,
  status = 404,
): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-01', operation },
  what,
  inject: (tables) => {
    beforeHandler(tables, operation, (call) => {
      if (isUnreadable(call))
        throw new Refusal('unknown', 'there is nothing with this id', { status });
    });
  },
});

const wantsFields = (id: string, operation: OperationId, name: string): Fault =>
  refusingFault(
    id,
    'DRAFT-02',
    operation,
    `${name} refuses an empty object, though every field is optional.`,
    ({ body }) => Object.keys(body).length === 0,
    'at least one field is needed',
  );

const MINUTE = 60_000;

const gone = (
  id: string,
  operation: OperationId,
  what: string,
  inject: Fault['inject'],
): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-03', operation },
  what,
  inject,
});

const readTwice = (line: Line): Fault =>
  gone(
    `${line}-draft-can-be-read-twice`,
    `${line}.draft-get`,
    `${LINE_TITLES[line]} Draft Get serves a draft twice in a row and answers 404 until it is updated.`,
    (tables) => {
      denyAfter(tables, `${line}.draft-get`, /draft-get draft-get $/, 404);
    },
  );

const notReadAfterUpdate = (line: 'jobloss' | 'landlord'): Fault =>
  gone(
    `${line}-draft-not-read-after-update`,
    `${line}.draft-update`,
    `${LINE_TITLES[line]} Draft Get answers 404 for a draft that was updated.`,
    (tables) => {
      denyAfter(tables, `${line}.draft-get`, /draft-update /, 404);
    },
  );

/** Treats a draft of a line as unknown, for every client and operation, once its history matches. */
const vanishes = (tables: Tables, line: Line, story: RegExp): void => {
  const history = recordHistories(tables);
  const { lookUp } = tables;
  tables.lookUp = (call) => {
    lookUp(call);
    const { draft, operation } = call;
    if (draft && operation.line === line && story.test(history(draft))) deny(404);
  };
};

/** A concurrent update and price request of one draft make it unreadable. */
const breaksDraft = (id: string, line: Line, what: string, fail: () => never): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-03', operation: `${line}.draft-update` },
  what,
  area: 'races',
  inject: (tables) => {
    const updates = new CallsInFlight<Draft>();
    const prices = new CallsInFlight<Draft>();
    const broken = new WeakSet<Draft>();
    const breakWith = (own: CallsInFlight<Draft>, other: CallsInFlight<Draft>) => {
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
      replaceHandler(tables, `${line}.${step}`, async (call, handle) => {
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

/** Drafts that cannot be made empty, or are missing for their creator, immediately or later. */
export const faults: readonly Fault[] = [
  {
    id: 'travel-draft-refused-for-a-while-after-a-stranger',
    breaks: { requirement: 'DRAFT-01', operation: 'travel.draft-get' },
    what: 'Travel Draft Get caches the refusal of another client, and answers 403 to the owner.',
    // Only where other clients are refused.
    shownBy: ({ othersMay }) => othersMay === 'nothing',
    inject: (tables) => {
      const left = new WeakMap<Draft, number>();
      beforeHandler(tables, 'travel.draft-get', ({ draft }) => {
        const reads = draft ? (left.get(draft) ?? 0) : 0;
        if (!draft || reads === 0) return;
        left.set(draft, reads - 1);
        deny(403);
      });
      tables.finish.push((call, reply) => {
        const isRead =
          call.operation.id === 'travel.draft-get' && [403, 404].includes(reply.status);
        const draft = isRead ? namedDraft(call) : undefined;
        if (draft && call.client !== undefined && call.client.name !== draft.owner)
          left.set(draft, REFUSED_READS);
        return reply;
      });
    },
  },
  unreadable(
    'jobloss-draft-unknown-after-creation',
    'jobloss.draft-get',
    'Jobloss Draft Get answers 404 for drafts that their creator has just made.',
  ),
  unreadable(
    'travel-draft-unknown-for-a-minute',
    'travel.draft-get',
    'Travel Draft Get answers 404 for drafts that are younger than a minute.',
    (call) => call.now.getTime() - draftOf(call).createdAt.getTime() < MINUTE,
  ),
  unreadable(
    'gap-draft-unknown-until-updated',
    'gap.draft-get',
    'Motor gap Draft Get answers 404 until the draft has been updated.',
    (call) => Object.keys(draftOf(call).body).length === 0,
  ),
  unreadable(
    'landlord-draft-forbidden-to-its-creator',
    'landlord.draft-get',
    'Landlord Draft Get answers 403 to the creator of the draft.',
    () => true,
    403,
  ),
  wantsFields('empty-jobloss-draft-refused', 'jobloss.draft-create', 'Jobloss Draft Create'),
  wantsFields('empty-travel-draft-refused', 'travel.draft-create', 'Travel Draft Create'),
  wantsFields('empty-landlord-draft-refused', 'landlord.draft-create', 'Landlord Draft Create'),
  // Drafts that are lost when they are read or updated.
  ...LINES.map(readTwice),
  notReadAfterUpdate('jobloss'),
  notReadAfterUpdate('landlord'),
  gone(
    'travel-draft-gone-after-update',
    'travel.draft-update',
    'A travel draft disappears if it is read and then updated.',
    (tables) => {
      vanishes(tables, 'travel', /draft-get .*draft-update /);
    },
  ),
  gone(
    'gap-draft-lost-at-its-second-update',
    'gap.draft-update',
    'Motor gap Draft Get answers 404 for a draft that was read, updated, read and updated again.',
    (tables) => {
      denyAfter(
        tables,
        'gap.draft-get',
        /draft-get .*draft-update .*draft-get .*draft-update /,
        404,
      );
    },
  ),
  breaksDraft(
    'jobloss-draft-is-lost-in-a-race',
    'jobloss',
    'A jobloss draft disappears if it is updated and priced concurrently.',
    isGone,
  ),
  breaksDraft(
    'gap-draft-is-broken-in-a-race',
    'gap',
    'Motor gap Draft Get answers 500 for a draft that was updated and priced concurrently.',
    isBroken,
  ),
  {
    id: 'jobloss-draft-gone-after-a-refused-contract',
    breaks: { requirement: 'DRAFT-01', operation: 'jobloss.draft-get' },
    what: 'A jobloss draft disappears for its reader once it refused a faulty contract request.',
    inject: (tables) => {
      const gone = new WeakSet<Draft>();
      afterRefusal(tables, 'jobloss.contract-create', (draft) => gone.add(draft));
      beforeHandler(tables, 'jobloss.draft-get', (call) => {
        if (gone.has(draftOf(call))) deny(404);
      });
    },
  },
  {
    id: 'jobloss-draft-gone-after-four-updates',
    breaks: { requirement: 'DRAFT-03', operation: 'jobloss.draft-update' },
    what: 'A jobloss draft disappears after four updates.',
    area: 'sequences',
    inject: (tables) => {
      vanishes(tables, 'jobloss', /(draft-update .*){4}/);
    },
  },
];
