import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { type Stage } from '../../spec/declared-checkpoint.ts';
import { sampleExchange } from '../example.ts';
import { decisionNotes } from './decisions.ts';
import { judged, openCell } from '../testing/sample-judged.ts';
import { sampleTarget } from '../testing/sample-target.ts';

const target = (declared: Stage) => ({
  decisions: { ...sampleTarget.decisions, checkpoints: { schema: declared } },
});

/** A probe of a field that was refused, or accepted, by this operation. */
const probe = (verdict: 'pass' | 'fail', declared: Stage, n: number, type = 'enum'): Finding => ({
  requirement: `TRAVEL-FIELD-language-${type}` as Finding['requirement'],
  operation: 'travel.draft-create',
  verdict,
  wanted: 'a refusal: language is "de"',
  checkpoint: declared,
  got: 'status 400',
  exchanges: [n],
  test: 'fields',
  attempt: 1,
  seed: 1,
});

const writes = [1, 2, 3].map((n) => sampleExchange('travel.draft-create', 400, { n }));
const run = (declared: Stage, findings: readonly Finding[]) =>
  decisionNotes({ ...judged([], writes, target(declared)), findings }).map((note) => note.sentence);

test('reports a rule that is always refused earlier than declared, with its key', () => {
  expect(
    run(
      'contract',
      [1, 2, 3].map((n) => probe('pass', 'contract', n)),
    ),
  ).toEqual([
    'decisions.checkpoints: schema says contract, but all 3 probes were refused at the write. Set the earlier step to find faults that this step accepts and a later one refuses.',
  ]);
});

test('reports neither refusals at the declared step nor two earlier ones', () => {
  expect(
    run(
      'write',
      [1, 2, 3].map((n) => probe('pass', 'write', n)),
    ),
  ).toEqual([]);
  expect(
    run(
      'contract',
      [1, 2].map((n) => probe('pass', 'contract', n)),
    ),
  ).toEqual([]);
});

test('faults that are accepted at the declared step may be refused later', () => {
  expect(
    run(
      'write',
      [1, 2].map((n) => probe('fail', 'write', n)),
    ),
  ).toEqual([
    'decisions.checkpoints.schema says write; the service accepted 2 of 2 probes at the write. If it refuses them later, the key is wrong, not the service: set it to price or contract.',
  ]);
});

test('blames one accepted fault among refused ones on the service, not on a checkpoint', () => {
  const findings = [
    probe('fail', 'write', 1),
    probe('pass', 'write', 2),
    probe('pass', 'write', 3),
  ];

  expect(run('write', findings)).toEqual([]);
});

test('a wrong type, which is refused immediately, is no evidence about the key', () => {
  const findings = [probe('fail', 'write', 1), probe('pass', 'write', 2, 'type')];

  expect(run('write', [...findings, probe('pass', 'write', 3, 'type')])).toHaveLength(1);
});

test('names a wrong declaration beside the fails that it explains', () => {
  const failed = (requirement: 'AUTH-05' | 'LASTMOD-01' | 'TRAVEL-CAR-04') =>
    openCell('travel.draft-get', [], { requirement, verdict: 'fail' });
  const decisions = { ...sampleTarget.decisions, othersMay: 'nothing' as const };
  const fails = [failed('AUTH-05'), failed('LASTMOD-01'), failed('TRAVEL-CAR-04')];
  const notes = decisionNotes(judged(fails, [], { decisions }));

  expect(notes.map(({ key, explainsFails }) => [key, explainsFails])).toEqual([
    ['decisions.othersMay', true],
    ['decisions.deleteCarriesBody', true],
    ['decisions.lastModified', true],
  ]);
});

const acceptedFindings = (
  requirement: 'AUTH-05' | 'AUTH-06',
  ...verdicts: ('fail' | 'pass' | 'observed')[]
) => verdicts.map((verdict) => openCell('travel.draft-get', [], { requirement, verdict }));

test.each([
  ['reads everything', acceptedFindings('AUTH-05', 'fail', 'fail'), 'set it to read'],
  ['does everything', acceptedFindings('AUTH-06', 'fail', 'observed'), 'set it to everything'],
  ['reads one thing', acceptedFindings('AUTH-05', 'fail', 'pass'), undefined],
  ['is refused', acceptedFindings('AUTH-06', 'pass'), undefined],
])('a second identity that %s', (_, cells, advice) => {
  const decisions = { ...sampleTarget.decisions, othersMay: 'nothing' as const };
  const [note] = decisionNotes(judged(cells, [], { decisions }));

  expect(/set it to \w+/.exec(note?.sentence ?? '')?.[0]).toBe(advice);
});

test('a header that only some operations have is no matter of the target', () => {
  const cells = [
    openCell('travel.car-post', [], { requirement: 'LASTMOD-01', verdict: 'fail' }),
    openCell('travel.draft-update', [], { requirement: 'LASTMOD-01', verdict: 'pass' }),
  ];

  expect(decisionNotes(judged(cells, []))).toEqual([]);
});

test('reports an undeclared feature of the service, which explains no fail', () => {
  const leads = [sampleExchange('landlord.lead-create', 200)];

  expect(decisionNotes(judged([], leads))).toMatchObject([
    { key: 'features.landlordLeads', explainsFails: false },
  ]);
});
