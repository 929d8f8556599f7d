import { join } from 'node:path';
import { ENTRIES } from '../spec/catalogue.ts';
import type { EvidenceRecord, Finding, Recording } from '../oracles/finding.ts';
import { findingsIn } from '../oracles/evidence/evidence-records.ts';
import { fileOfJudge, type Judge, judgeNamed } from '../oracles/judges.ts';
import { recordingOf } from '../store/rejudge-run.ts';
import { readCompleteJsonLines } from '../store/json-lines.ts';
import { readExchanges } from '../store/recorded-exchanges.ts';
import { runFolderAt } from '../store/run-folder.ts';
import { readRunRecord } from '../store/run-record.ts';
import type { Subject } from '../suites/engine/suite.ts';
import { subjectsOf } from '../suites/subjects.ts';

/** Folders of `suites/` by the first part of the names of their probes; those left out are called like it. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  protocol: ['protocol', 'fields'],
  legal: ['fields'],
  sequence: ['sequences'],
  'unique-ids': ['state'],
  'last-modified': ['whole-run'],
  breakdowns: ['whole-run'],
};

/** True if a file sends a probe of this name, or judges every answer. */
const sends = ({ file }: Subject, probe: string): boolean => {
  const [kind = ''] = probe.split('/');
  const folders = FOLDERS[kind] ?? [kind];
  return ['journey', 'contexts', ...folders].some((folder) => file.startsWith(`suites/${folder}/`));
};

/**
 * True if a judge explains why nothing was judged, compares the answers to several clients, or settles what a replayed
 * sequence left open; each applies to any requirement.
 */
export const isOfAll = (judge: Judge): boolean =>
  /^(blame\/|judges$|answers\/by-client$|state\/replayed-sequence$)/.test(fileOfJudge(judge));

const isNamed = (judge: Judge, { requirement, test }: Finding): boolean =>
  isOfAll(judge) ||
  subjectsOf(requirement).some(
    (subject) =>
      subject.judges.includes(judge) &&
      (/^(other|own)-client\//.test(test) || sends(subject, test)),
  );

/** Requirements whose fails the roll-up compares with others by their status. */
const COMPARED: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(([, { explains = [] }]) =>
    explains.flatMap(({ requirement, onStatus }) => (onStatus ? [requirement] : [])),
  ),
);

/** True if such a fail carries another status than the answer that shows it, or none. */
const lacksStatus = (
  { requirement, verdict, exchanges, status }: Finding,
  { exchange }: Recording,
): boolean => {
  const shown = exchanges.at(-1);
  if (!COMPARED.has(requirement) || verdict !== 'fail' || shown === undefined) return false;
  const { response } = exchange(shown);
  return response !== undefined && response.status !== status;
};

/**
 * Findings of a run, in words, each once, that come from a judge or a file which `assay explain` does not name for their
 * requirement, or that lack the status of their answer. Throws if the folder cannot be judged again.
 */
export const unnamedIn = (path: string): readonly string[] => {
  const folder = runFolderAt(path);
  const record = readRunRecord(join(path, 'run.json'));
  const recording = recordingOf(
    folder,
    record,
    readCompleteJsonLines(folder.exchanges, record, readExchanges),
  );
  const unnamed = readCompleteJsonLines<EvidenceRecord>(folder.evidence, record).flatMap(
    (evidence) => {
      const judge = judgeNamed(evidence.judge);
      return findingsIn(evidence, recording)
        .filter((finding) => !isNamed(judge, finding) || lacksStatus(finding, recording))
        .map(({ requirement, test }) => `${requirement}: ${evidence.judge}, in ${test}`);
    },
  );
  return [...new Set(unnamed)];
};
