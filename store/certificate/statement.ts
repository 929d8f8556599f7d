import type { CellVerdict } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { sortedOpenPoints, openPointSections } from '../open-point-rows.ts';
import type { RunRecord } from '../run-record.ts';
import {
  clientDependent,
  type MinimumPolicy,
  certificateBlockers,
} from './certificate-blockers.ts';
import type { EvidenceSeal } from './evidence-seal.ts';
import { lineResults, lineResultsText } from './line-results.ts';
import {
  type Predicate,
  PREDICATE_TYPE,
  type Statement,
  STATEMENT_TYPE,
  SUBJECTS,
} from './predicate.ts';
import type { Signer } from './envelope.ts';

/** Input of a statement: a sealed run and the signer. */
export interface SealedRun {
  readonly seal: EvidenceSeal;
  /** SHA-256 of evidence.json. */
  readonly sealDigest: string;
  readonly record: RunRecord;
  readonly ledger: readonly Cell[];
  readonly verdicts: readonly CellVerdict[];
  readonly points: readonly OpenPoint[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const serviceOf = ({ target, embedded }: RunRecord): Predicate['service'] => ({
  name: text(target['name']),
  base_url: text(target['base_url']),
  gap_base_url: text(target['gap_base_url']),
  embedded: embedded !== null,
});

/** Observed decisions by question; malformed requests are no decisions. */
const observedIn = ({ points, record }: SealedRun): Predicate['observed'] =>
  openPointSections(sortedOpenPoints(points), record.lines)
    .filter(({ subject }) => subject !== 'robustness')
    .flatMap(({ rows }) =>
      rows
        .filter(({ undecided }) => !undecided)
        .map(({ question, outcome, rule, where }) => ({ question, outcome, rule, where })),
    );

const predicateOf = (run: SealedRun, signer: Signer | null, least: MinimumPolicy): Predicate => {
  const { seal, sealDigest, record } = run;
  const { startedAt, endedAt, stopped, exitCode, waivers } = record;
  const { versions, digests, plan, attempts, contexts, exchanges } = seal;
  const known = {
    lines: lineResults(run).map((line) => ({
      ...line,
      notJudged: [...line.notJudged],
      unreached: [...line.unreached],
    })),
    service: serviceOf(record),
    startedAt,
    endedAt,
    stopped,
    exitCode,
    insecure: record.target['insecure'] === true,
    environment: (record.environment ?? []).flatMap(({ name, effect }) =>
      effect === 'uncertified' ? [name] : [],
    ),
    versions,
    digests,
    plan,
    ledger: seal.ledger,
    verdicts: seal.files.find(({ name }) => name === 'verdicts.jsonl')?.sha256 ?? '',
    attempts,
    ...(contexts && { contexts }),
    clientDependent: clientDependent(run.verdicts),
    waivers,
    observed: observedIn(run),
    evidence: { run: seal.run, sha256: sealDigest, exchanges },
    signer,
  };
  const why = certificateBlockers(known, least);
  return {
    kind: why.length === 0 ? 'certificate' : 'statement of results',
    says: lineResultsText(known.lines),
    whyNoCertificate: [...why],
    ...known,
  };
};

/**
 * Creates the in-toto statement of a sealed run: a certificate if all conditions are met, otherwise a statement of results that
 * begins with the reasons. Deterministic for a run and a signer.
 */
export const statementOf = (
  run: SealedRun,
  signer: Signer | null,
  least: MinimumPolicy,
): Statement => {
  const predicate = predicateOf(run, signer, least);
  const { base_url } = predicate.service;
  return {
    _type: STATEMENT_TYPE,
    subject: [
      { name: SUBJECTS.seal, digest: { sha256: run.sealDigest } },
      {
        name: SUBJECTS.target,
        ...(base_url === '' ? {} : { uri: base_url }),
        digest: { sha256: run.seal.digests.target },
      },
    ],
    predicateType: PREDICATE_TYPE,
    predicate,
  };
};
