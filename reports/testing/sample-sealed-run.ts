import { generateKeyPairSync } from 'node:crypto';
import { signerOf } from '../../store/certificate/envelope.ts';
import type { Statement } from '../../store/certificate/predicate.ts';
import { statementOf, type SealedRun } from '../../store/certificate/statement.ts';
import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import { type Cell, ledger } from '../../oracles/ledger.ts';
import { EVIDENCE_FORMAT, type EvidenceSeal } from '../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../store/certificate/chain-digest.ts';
import { LINES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { recordedTarget, runRecord } from './sample-record.ts';
import { factsOf } from '../../store/recorded-exchanges.ts';
import type { RunRecord } from '../../store/run-record.ts';

// Sealed run for tests of certificates. Used only by them.

/** Ledger of jobloss and travel, as known without a target. */
const cells = (): readonly Cell[] =>
  ledger({ lines: ['jobloss', 'travel'] }, factsOf({ target: recordedTarget })).filter(
    ({ notApplicable }) => !notApplicable,
  );

const verdictOf = ({ id, requirement, operation: on }: Cell, verdict: Verdict): CellVerdict => ({
  cell: id,
  requirement,
  line: operation(on).line,
  operation: on,
  verdict,
  ...(verdict === 'not-applicable' ? { reason: 'not-declared' as const } : {}),
  wanted: 'what is required',
  got: 'what came',
  exchanges: [1],
  checks: 1,
  sightings: 0,
});

/** Changes to a sealed run. */
export interface SealedRunChange {
  readonly record?: Partial<RunRecord>;
  readonly plan?: Partial<EvidenceSeal['plan']>;
  /** Verdict of a cell; default `pass`. */
  readonly verdict?: (cell: Cell) => Verdict | undefined;
  readonly points?: SealedRun['points'];
}

/** A certify run on jobloss and travel in which all cells passed. */
export const sealedRun = ({ record, plan, verdict, points }: SealedRunChange = {}): SealedRun => {
  const own = cells();
  const { target, ...more } = record ?? {};
  const changed = runRecord({
    lines: ['jobloss', 'travel'],
    ...more,
    target: { ...recordedTarget, ...target },
  });
  const wanted: EvidenceSeal['plan'] = {
    command: changed.command,
    lines: changed.lines,
    requirements: null,
    operations: null,
    runs: Object.fromEntries(LINES.map((line) => [line, 25])),
    thorough: true,
    seed: 42,
    today: '2026-11-21',
    ...plan,
  };
  const digest = sha256('any');
  const seal: EvidenceSeal = {
    format: EVIDENCE_FORMAT,
    run: '20261121-120000-certify-42',
    versions: { assay: '0.1.0', node: 'v24.21.0' },
    digests: {
      suite: digest,
      catalogue: digest,
      policy: sha256(JSON.stringify(wanted)),
      target: sha256(JSON.stringify(changed.target)),
    },
    target: changed.target,
    plan: wanted,
    ledger: { cells: own.length, sha256: digest },
    contexts: { drawn: 91, possible: 93, combinations: { drawn: 644, possible: 776 } },
    attempts: { findings: 9, repeated: 0, intermittent: [], repetitions: 0, earlier: [] },
    startedAt: changed.startedAt,
    endedAt: changed.endedAt,
    exchanges: { lines: 100, head: 'x' },
    files: [{ name: 'verdicts.jsonl', size: 1, sha256: digest }],
    exports: [],
  };
  return {
    seal,
    sealDigest: sha256('seal'),
    record: changed,
    ledger: own,
    verdicts: own.map((cell) => verdictOf(cell, verdict?.(cell) ?? 'pass')),
    points: points ?? [],
  };
};

/** Minimum policy of a certificate, as for certify. */
export const LEAST = { command: 'certify', runs: 25 };

/** Key pair that signs the statements of a test. */
export const KEYS = generateKeyPairSync('ed25519');

/** Statement of a sealed run with these changes. */
export const stated = (change?: SealedRunChange): Statement =>
  statementOf(sealedRun(change), signerOf(KEYS.privateKey), LEAST);

/** Waiver of one requirement on every operation. */
export const WAIVER = {
  requirement: 'AUTH-01',
  operation: '*',
  reason: 'PROJ-7',
  owner: 'me',
  expires: '2026-12-31',
  state: 'used',
} as const;
