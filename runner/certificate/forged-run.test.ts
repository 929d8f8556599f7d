import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Forgery, reseal, makeSignedRuns, type SignedRuns } from './testing/signed-runs.ts';
import { verifyCertificate } from './verify-certificate.ts';
import { drawn } from '../../tools/testing/drawn.ts';
import { VERSION } from '../../store/version.ts';

let runs: SignedRuns;
beforeAll(async () => {
  runs = await makeSignedRuns();
});
afterAll(() => rmSync(runs.root, { recursive: true }));

type Judged = Readonly<Record<string, unknown>>;

const linesIn = (path: string): readonly Judged[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Judged);

const write = (path: string, lines: readonly Judged[]): void =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** Replaces evidence by the resulting finding, without its input. */
const repeatedFinding = (folder: string): void =>
  write(
    join(folder, 'evidence.jsonl'),
    linesIn(join(folder, 'findings.jsonl')).map((finding) => {
      const { test: name, attempt, seed, path, steps, ...judgement } = finding;
      return { test: name, attempt, seed, path, steps, judge: 'said', given: [judgement] };
    }),
  );

/** The same inside the input of another judge. */
const nestedFinding = (folder: string): void => {
  const [judgement] = linesIn(join(folder, 'findings.jsonl'));
  const cell = `${String(judgement?.['requirement'])}@${String(judgement?.['operation'])}`;
  const evidence = { judge: 'said', given: [judgement] };
  const path = join(folder, 'evidence.jsonl');
  write(
    path,
    linesIn(path).map((line) => ({
      ...line,
      given: [...(line['given'] as readonly unknown[]), { $: 'judged', evidence, at: 0, cell }],
    })),
  );
};

const first = (name: string, line: string) => (folder: string) => {
  const path = join(folder, name);
  const [, ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [line, ...rest].join('\n'));
};

const FORGERIES: readonly (readonly [string, Forgery, string])[] = [
  [
    'evidence that holds its verdicts already',
    { files: repeatedFinding },
    'contain a verdict instead of its input',
  ],
  [
    'evidence that holds its verdicts one level down',
    { files: nestedFinding },
    'contain a verdict instead of its input',
  ],
  [
    'a seal that hides what was selected',
    { seal: (seal) => ({ ...seal, plan: { ...seal.plan, requirements: null } }) },
    'evidence.json and run.json disagree on the plan',
  ],
  [
    'a seal of a more thorough run',
    { seal: (seal) => ({ ...seal, plan: { ...seal.plan, runs: { gap: 25 } } }) },
    'evidence.json and run.json disagree on the plan',
  ],
  [
    'a seal that claims more contexts than were drawn',
    {
      seal: (seal) => ({
        ...seal,
        contexts: { drawn: 500, possible: 500, combinations: { drawn: 0, possible: 0 } },
      }),
    },
    'evidence.json and contexts.json disagree on the contexts',
  ],
  [
    'a seal of another target',
    { seal: (seal) => ({ ...seal, target: { ...seal.target, name: 'another' } }) },
    'evidence.json and run.json disagree on the target',
  ],
  [
    'a cell declared as not applicable',
    {
      files: (folder) => {
        const path = join(folder, 'ledger.jsonl');
        const notApplicable = { reason: 'not-declared', text: 'the target does not say so' };
        write(
          path,
          linesIn(path).map((cell) => ({ ...cell, notApplicable })),
        );
      },
    },
    'its ledger does not follow from its target: GAP-CONTRACT-03@gap.contract-create is to be judged',
  ],
  ['a verdict that is none', { files: first('verdicts.jsonl', 'null') }, 'cannot be judged again'],
  [
    'a cell of an operation that is not there',
    { files: first('ledger.jsonl', '{"id":"a@b","requirement":"a","operation":"b"}') },
    'cannot be judged again',
  ],
];

test.each(drawn(FORGERIES, 3))('refuses %s, whoever signed it', (_, forgery, sentence) => {
  const forged = join(runs.root, 'forged');
  const certificate = reseal(runs.one, forged, join(runs.root, 'assay.key'), forgery);
  try {
    const outcome = runs.outcomeOf(certificate, forged);

    expect(outcome).toMatch(/^Refused: /);
    expect(outcome).toContain(sentence);
    expect(outcome).not.toContain('\n');
  } finally {
    rmSync(forged, { recursive: true });
  }
});

test.each<readonly [string, Forgery]>([
  ['as it was', {}],
  // Earlier versions counted no contexts.
  ['without its contexts', { seal: ({ contexts: _contexts, ...seal }) => seal }],
])('a run that is sealed again %s is still valid', (what, forgery) => {
  const again = join(runs.root, what);
  const certificate = reseal(runs.one, again, join(runs.root, 'assay.key'), forgery);

  expect(runs.outcomeOf(certificate, again)).toContain('verdicts confirmed by version');
});

test('reports a ledger of an unknown catalogue, and does not end as a complete one', () => {
  const older = join(runs.root, 'older');
  const certificate = reseal(runs.one, older, join(runs.root, 'assay.key'), {
    seal: (seal) => ({ ...seal, digests: { ...seal.digests, catalogue: '0'.repeat(64) } }),
  });
  const verifier = { version: VERSION, today: '2026-11-23' };

  const { lines, exitCode } = verifyCertificate(certificate, { evidence: older }, verifier);

  expect(lines.join('\n')).toContain('of a catalogue that this version does not have');
  expect(exitCode).toBe(3);
});
