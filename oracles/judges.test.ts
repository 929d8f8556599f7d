import { describe, expect, test } from 'vitest';
import { EXAMPLES_IN } from './judge-files.ts';
import { judgeNamed, JUDGE_NAMES, nameOfJudge } from './judges.ts';

test('the names of judges are permanent, since recordings refer to them; for a new one: npx vitest run oracles/judges --update', () => {
  expect(JUDGE_NAMES.toSorted()).toMatchInlineSnapshot(`
    [
      "acceptance",
      "always-broken",
      "always-refused",
      "answered-otherwise",
      "at-border",
      "at-large",
      "blamed-absence",
      "blocked",
      "by-client",
      "call-on-used",
      "changed-draft",
      "content-after-race",
      "created-id",
      "decisive-value",
      "deleted-item",
      "disclosure",
      "draft-after-race",
      "draft-fault",
      "early-read",
      "exchange",
      "followed-location",
      "foreign-call",
      "foreign-deletion",
      "foreign-id",
      "forged-token",
      "id-twice",
      "kept-item",
      "last-modified",
      "last-start-day",
      "later-price",
      "lead",
      "lead-in-order",
      "lead-twin",
      "left-out",
      "let-in",
      "likewise",
      "lost-items",
      "mix-up",
      "no-race",
      "not-met-again",
      "not-seen-again",
      "nothing-to-see",
      "obstacle",
      "obstruction",
      "one-contract",
      "only-if",
      "other-draft",
      "parallel-errors",
      "price-twins",
      "price-without",
      "price-without-amount",
      "priced-content",
      "probe",
      "read-back",
      "refused-changes",
      "refused-content",
      "refused-deletions",
      "refused-lead",
      "refused-updates",
      "repeated-prices",
      "replayed-sequence",
      "said",
      "same-id",
      "served-stranger",
      "served-unknown-id",
      "settled-refusal",
      "stage-not-reached",
      "stale-contract",
      "still-readable",
      "temporary-refusal",
      "twin-refused",
      "unexpected-refusal",
      "unique-ids",
      "unpriced-lead",
      "unreached",
      "unseen-fault",
      "unwritten-lead",
      "update-of-empty",
    ]
  `);
});

test('no judge has two names', () => {
  expect(JUDGE_NAMES.map((name) => nameOfJudge(judgeNamed(name)))).toEqual(JUDGE_NAMES);
});

const EXAMPLES = Object.values(EXAMPLES_IN).flatMap((each) => Object.entries(each));

test('examples are those of judges', () => {
  expect(EXAMPLES.map(([name]) => name).filter((name) => !JUDGE_NAMES.includes(name))).toEqual([]);
});

describe.each(EXAMPLES)('examples of %s', (_, examples) => {
  test.each(examples)('$what: $verdict', ({ judged, verdict }) => {
    expect([judged() ?? []].flat().map((each) => each.verdict)).toEqual([verdict]);
  });
});
