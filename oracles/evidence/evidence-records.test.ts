import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { judgeAcceptance, settleRefusal } from '../refusals/acceptance.ts';
import { judgeBlocked } from '../blame/blocked.ts';
import type { EvidenceRecord, Recording, Finding, Judgement } from '../finding.ts';
import { evidenceOf, findingsIn, isVerbatim, passFilter } from './evidence-records.ts';
import { judgeExchange } from '../answers/judge-exchange.ts';
import { callJudge, withoutSource } from './plain-evidence.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import { rollUpCell } from '../roll-up.ts';
import { cellOf, finding } from '../testing/sample-finding.ts';

const ROW = operation('jobloss.draft-get');
const ORIGIN = { test: 'journey/jobloss/1', attempt: 1, seed: 7 } as const;
const SERVED = sampleExchange(ROW.id, 200, { n: 3 });
const REFUSED = sampleExchange(ROW.id, 404, { n: 4 });

const RECORDING: Recording = {
  facts: sampleFacts,
  exchange: (n) => {
    const found = [SERVED, REFUSED].find((each) => each.n === n);
    if (!found) throw new Error(`there is no exchange ${n}`);
    return found;
  },
};

const found = (judgements: readonly Judgement[]): readonly Finding[] =>
  judgements.map((each) => ({ ...each, ...ORIGIN }));

/** Evidence as read from the file. */
const written = (findings: readonly Finding[]): readonly EvidenceRecord[] =>
  evidenceOf(findings).map((each) => JSON.parse(JSON.stringify(each)) as EvidenceRecord);

const again = (records: readonly EvidenceRecord[]): readonly Finding[] =>
  records.flatMap((each) => findingsIn(each, RECORDING));

const exchangeJudged = (): readonly Judgement[] =>
  callJudge(sampleFacts, judgeExchange, [SERVED, sampleFacts]);

test('judges an exchange again by its number', () => {
  const findings = found(exchangeJudged());
  const records = written(findings);

  expect(findings.length).toBeGreaterThan(2);
  expect(records).toEqual([
    { ...ORIGIN, judge: 'exchange', given: [{ $: 'exchange', n: 3 }, { $: 'facts' }] },
  ]);
  expect(again(records)).toEqual(findings.map(withoutSource));
});

test('judges a changed recording differently', () => {
  const records = written(found(exchangeJudged()));
  const other: Recording = { ...RECORDING, exchange: () => ({ ...REFUSED, n: 3 }) };

  const verdicts = records.flatMap((each) => findingsIn(each, other)).map((each) => each.verdict);

  expect(again(records).some(({ verdict }) => verdict === 'fail')).toBe(false);
  expect(verdicts).toContain('fail');
});

test('rejudges a judgement of a judgement from the evidence of the first', () => {
  const first = callJudge(sampleFacts, judgeAcceptance, [
    REFUSED,
    ROW,
    'COUNTRY-01',
    'be is taken',
  ]);
  const settled = callJudge(sampleFacts, settleRefusal, [first, REFUSED, { accepted: SERVED }]);
  const findings = found(settled);

  expect(findings[0]?.verdict).toBe('fail');
  expect(JSON.stringify(written(findings))).toContain('"judge":"acceptance"');
  expect(again(written(findings))).toEqual(findings.map(withoutSource));
});

test('restores only the kept cells of a judgement', () => {
  const findings = found(exchangeJudged()).filter(({ requirement }) => requirement !== 'PATH-01');
  const [record] = written(findings);

  expect(record?.about).not.toContain(`PATH-01@${ROW.id}`);
  expect(again(written(findings))).toEqual(findings.map(withoutSource));
});

test('findings keep their order, and those of two attempts are two lines', () => {
  const [first, second] = [found(exchangeJudged()), found(exchangeJudged())];
  const findings = [...second.map((each) => ({ ...each, attempt: 2 })), ...first];

  expect(written(findings)).toHaveLength(2);
  expect(again(written(findings))).toEqual(findings.map(withoutSource));
});

test('copies and reports a verdict without a judge', () => {
  const [judged] = exchangeJudged();
  const changed = found(judged ? [{ ...judged, verdict: 'inconclusive' }] : []);
  const [record] = written(changed);

  expect(record && isVerbatim(record)).toBe(true);
  expect(again(written(changed))).toEqual(changed.map(withoutSource));
  expect(written(found(exchangeJudged())).some(isVerbatim)).toBe(false);
});

test('a judge without a name, and evidence that is no plain data, are errors of the harness', () => {
  const nameless = (): Judgement => judgeBlocked(exchangeJudged()[0] as Judgement, 'PATH-01');

  expect(() => callJudge(sampleFacts, nameless, [])).toThrow('nameless is none of the judges');
  const judge = judgeExchange as unknown as (given: () => void) => readonly Judgement[];
  expect(() => callJudge(sampleFacts, judge, [() => undefined])).toThrow('got a function');
  expect(() => findingsIn({ ...ORIGIN, judge: 'unknown', given: [] }, RECORDING)).toThrow(
    'there is no judge called unknown',
  );
});

const CELL = cellOf('PATH-01', 'travel.draft-get');

const kept = (findings: readonly ReturnType<typeof finding>[]) => findings.filter(passFilter());

test('keeps the first five passes, and all other findings', () => {
  const passes = Array.from({ length: 8 }, () => finding(CELL, 'pass'));
  const fails = Array.from({ length: 8 }, () => finding(CELL, 'fail'));

  expect(kept([...passes, ...fails])).toEqual([...passes.slice(0, 5), ...fails]);
});

test('keeps a repeat whatever passed before, since it settles its first attempt', () => {
  const passes = Array.from({ length: 5 }, () => finding(CELL, 'pass'));
  const third = 'journey/travel/3';
  const disturbed = finding(CELL, 'inconclusive', { test: third, reason: 'disturbance' });
  const again = finding(CELL, 'pass', { test: third, attempt: 2 });

  expect(rollUpCell(CELL, kept([...passes, disturbed, again])).verdict).toBe('pass');
});
