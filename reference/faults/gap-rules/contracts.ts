import { draftOf, type Tables } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import type { Subject } from '../../rules/rule.ts';
import type { Draft } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { replaceHandler, pause, CallsInFlight } from '../injection/side-by-side.ts';
import { atRule, beforeHandler } from '../injection/stages.ts';

/** Allows a draft that has its contract another one if `watch` permits it. */
const second = (
  id: string,
  what: string,
  watch: (tables: Tables) => (draft: Draft, subject: Subject) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'GAP-CONTRACT-01', operation: 'gap.contract-create' },
  what,
  area: 'sequences',
  inject: (tables) => {
    const allows = watch(tables);
    atRule(tables, 'one-contract', (subject, check) =>
      subject.draft && allows(subject.draft, subject) ? undefined : check(),
    );
  },
});

const withOtherTerm = (tables: Tables) => {
  const terms = new WeakMap<Draft, unknown>();
  beforeHandler(tables, 'gap.contract-create', (call) => {
    const draft = draftOf(call);
    if (!terms.has(draft)) terms.set(draft, call.body['paymentTerm']);
  });
  return (draft: Draft, { payload }: Subject): boolean =>
    payload['paymentTerm'] !== terms.get(draft);
};

const inOtherSpelling = (tables: Tables) => {
  const first = new WeakMap<Draft, string>();
  const last = new WeakMap<Draft, string>();
  const { lookUp } = tables;
  tables.lookUp = (call) => {
    lookUp(call);
    const { draft, operation, params } = call;
    if (draft && operation.id === 'gap.contract-create') last.set(draft, params['country'] ?? '');
  };
  beforeHandler(tables, 'gap.contract-create', (call) => {
    const draft = draftOf(call);
    if (!first.has(draft)) first.set(draft, call.params['country'] ?? '');
  });
  return (draft: Draft): boolean => first.has(draft) && first.get(draft) !== last.get(draft);
};

const afterUpdate = (tables: Tables) => {
  const changed = new WeakSet<Draft>();
  beforeHandler(tables, 'gap.draft-update', (call) => {
    const draft = draftOf(call);
    if (draft.contracts.length > 0) changed.add(draft);
  });
  return (draft: Draft): boolean => changed.has(draft);
};

const afterPrice = (tables: Tables) => {
  const priced = new WeakSet<Draft>();
  beforeHandler(tables, 'gap.price-request', (call) => {
    const draft = draftOf(call);
    if (draft.contracts.length > 0) priced.add(draft);
  });
  return (draft: Draft): boolean => priced.has(draft);
};

const afterThirdCall = () => {
  const calls = new WeakMap<Draft, number>();
  return (draft: Draft): boolean => {
    const count = (calls.get(draft) ?? 0) + 1;
    calls.set(draft, count);
    return count > 3;
  };
};

/** Accepts a user terms token that was not issued if `watch` does. */
const forged = (
  id: string,
  what: string,
  watch: (tables: Tables) => (token: string, subject: Subject) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'GAP-TOKEN-01', operation: 'gap.contract-create' },
  confinedTo: 'gap.contract-create',
  what,
  inject: (tables) => {
    const takes = watch(tables);
    atRule(tables, 'terms-token', (subject, check) => {
      const token = subject.payload['userTermsToken'];
      return subject.line === 'gap' && typeof token === 'string' && takes(token, subject)
        ? undefined
        : check();
    });
  },
});

/** Number of characters of a token that a careless comparison covers. */
const COMPARED = 8;

const resemblesIssued = (part: (token: string) => string) => (tables: Tables) => {
  const issued = new Set<string>();
  const { tokens } = tables;
  const issue = tokens.issue.bind(tokens);
  tokens.issue = (draft) => {
    const token = issue(draft);
    issued.add(part(token));
    return token;
  };
  return (token: string): boolean => issued.has(part(token));
};

/** Number of concurrent calls that count as a crowd. */
const CROWD = 10;

const race = (id: string, what: string, inject: Fault['inject']): Fault => ({
  id,
  breaks: { requirement: 'GAP-CONTRACT-01', operation: 'gap.contract-create' },
  what,
  area: 'races',
  inject,
});

/** Faults in issuing motor gap contracts, in recipient and number: in single calls, sequences or concurrent calls. */
export const faults: readonly Fault[] = [
  second(
    'gap-contract-made-twice',
    'Every call to the motor gap contract creation makes a contract.',
    () => () => true,
  ),
  second(
    'gap-contract-again-with-another-term',
    'A motor gap draft gets a second contract for another payment term.',
    withOtherTerm,
  ),
  second(
    'gap-contract-again-in-another-spelling',
    'A motor gap draft gets a second contract if the country is written in another spelling.',
    inOtherSpelling,
  ),
  second(
    'gap-contract-again-after-an-update',
    'A motor gap draft gets a second contract after an update.',
    afterUpdate,
  ),
  second(
    'gap-contract-again-after-a-price-request',
    'A motor gap draft gets a second contract after a new price request.',
    afterPrice,
  ),
  second(
    'gap-contract-again-after-the-third-call',
    'A motor gap draft gets a second contract from the fourth call on.',
    afterThirdCall,
  ),
  forged(
    'gap-contract-with-any-token',
    'The motor gap contract creation accepts any text as a user terms token.',
    () => () => true,
  ),
  forged(
    'gap-contract-with-any-token-for-monthly-payments',
    'The motor gap contract creation does not check the user terms token of monthly payments.',
    () =>
      (_token, { payload }) =>
        payload['paymentTerm'] === 'MONTHLY',
  ),
  forged(
    'gap-contract-with-a-token-of-the-right-length',
    'The motor gap contract creation checks only the length of the user terms token.',
    ({ tokens }) =>
      (token, { draft }) =>
        draft !== undefined && token.length === tokens.issue(draft).length,
  ),
  forged(
    'gap-contract-compares-the-beginning-of-the-token',
    'The motor gap contract creation compares only the first eight characters of the user terms token.',
    resemblesIssued((token) => token.slice(0, COMPARED)),
  ),
  forged(
    'gap-contract-compares-the-end-of-the-token',
    'The motor gap contract creation compares only the last eight characters of the user terms token.',
    resemblesIssued((token) => token.slice(-COMPARED)),
  ),
  race(
    'gap-contract-without-a-lock',
    'Two concurrent calls on a motor gap draft make two contracts.',
    (tables) => {
      tables.locked.delete('gap.contract-create');
      replaceHandler(tables, 'gap.contract-create', async (call, handle) => {
        await pause();
        return handle(call);
      });
    },
  ),
  race(
    'gap-contract-without-a-lock-for-a-crowd',
    'Ten concurrent calls on a motor gap draft make several contracts.',
    (tables) => {
      const underWay = new CallsInFlight<Draft>();
      const crowded = new WeakSet<Draft>();
      tables.locked.delete('gap.contract-create');
      replaceHandler(tables, 'gap.contract-create', async (call, handle) => {
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
  {
    id: 'second-gap-contract-once-the-draft-was-read',
    breaks: { requirement: 'GAP-CONTRACT-01', operation: 'gap.contract-create' },
    what: 'A motor gap draft gets a second contract after a client reads it.',
    area: 'sequences',
    inject: (tables) => {
      beforeHandler(tables, 'gap.draft-get', ({ draft }) => {
        draft?.contracts.splice(0);
      });
    },
  },
];
