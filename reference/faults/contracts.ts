import type { Broken, Subject } from '../rules/rule.ts';
import type { Draft } from '../store.ts';
import type { Fault } from './fault.ts';
import { type Tables, draftOf } from '../call.ts';
import { beforeHandler } from './stages.ts';

/** Puts another check in the place of one rule's; `check` is what the rule would have found. */
const atRule = (
  tables: Tables,
  ruleId: 'one-contract' | 'terms-token',
  instead: (subject: Subject, check: () => Broken | undefined) => Broken | undefined,
): void => {
  tables.rules = tables.rules.map((rule) =>
    rule.id === ruleId
      ? { ...rule, check: (subject) => instead(subject, () => rule.check(subject)) }
      : rule,
  );
};

/** Lets a draft that has its contract have another one where `watch` allows it. */
const second = (
  id: string,
  what: string,
  watch: (tables: Tables) => (draft: Draft, subject: Subject) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'GAP-CONTRACT-01', operation: 'gap.contract-create' },
  what,
  area: 'sequences',
  sow: (tables) => {
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

/** Takes a user terms token that was not issued where `watch` takes it. */
const forged = (
  id: string,
  what: string,
  watch: (tables: Tables) => (token: string, subject: Subject) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'GAP-TOKEN-01', operation: 'gap.contract-create' },
  confinedTo: 'gap.contract-create',
  what,
  sow: (tables) => {
    const takes = watch(tables);
    atRule(tables, 'terms-token', (subject, check) => {
      const token = subject.payload['userTermsToken'];
      return subject.line === 'gap' && typeof token === 'string' && takes(token, subject)
        ? undefined
        : check();
    });
  },
});

/** How many characters of a token a careless comparison looks at. */
const COMPARED = 8;

const likeAnIssued = (part: (token: string) => string) => (tables: Tables) => {
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

/** Faults in who gets a motor gap contract, and how often, one call after the other. */
export const contractFaults: readonly Fault[] = [
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
    'gap-contract-with-a-token-of-the-right-length',
    'The motor gap contract creation checks only the length of the user terms token.',
    ({ tokens }) =>
      (token, { draft }) =>
        draft !== undefined && token.length === tokens.issue(draft).length,
  ),
  forged(
    'gap-contract-compares-the-beginning-of-the-token',
    'The motor gap contract creation compares the first eight characters of the user terms token only.',
    likeAnIssued((token) => token.slice(0, COMPARED)),
  ),
  forged(
    'gap-contract-compares-the-end-of-the-token',
    'The motor gap contract creation compares the last eight characters of the user terms token only.',
    likeAnIssued((token) => token.slice(-COMPARED)),
  ),
];
