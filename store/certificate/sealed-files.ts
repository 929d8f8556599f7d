import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { RunFolder } from '../run-folder.ts';
import { type ChainDigest, chainDigest } from './chain-digest.ts';
import type { EvidenceSeal } from './evidence-seal.ts';
import { fileDigest, folderDigest } from './file-digest.ts';

/** The files that the verdicts of a run rest on, without exchanges.jsonl, whose lines are looked at one by one. */
const restingOn = (folder: RunFolder): readonly string[] =>
  [
    folder.run,
    folder.ledger,
    folder.probes,
    folder.evidence,
    folder.findings,
    folder.verdicts,
    folder.observations,
    folder.sequences,
    folder.pairs,
  ].map((path) => basename(path));

/** The names of all files that a seal has to list, in its order. */
export const namesToSeal = (folder: RunFolder): readonly string[] => [
  basename(folder.exchanges),
  ...restingOn(folder),
];

const exportedFiles = ({ openPoints, junit, page }: RunFolder): readonly string[] =>
  [openPoints.markdown, openPoints.json, junit, page]
    .filter((path) => existsSync(path))
    .map((path) => basename(path));

/**
 * The digests of a run's files. Throws Refused where the chain of its exchanges is broken, and Foreign for a file that is
 * missing or no plain one.
 */
export const sealedFiles = (
  folder: RunFolder,
): Pick<EvidenceSeal, 'files' | 'exports'> & { readonly exchanges: ChainDigest } => {
  const { lines, head, ...exchanges } = chainDigest(folder.exchanges);
  const { path, allureResults } = folder;
  return {
    exchanges: { lines, head },
    files: [exchanges, ...restingOn(folder).map((name) => fileDigest(path, name))],
    exports: [
      ...exportedFiles(folder).map((name) => fileDigest(path, name)),
      ...(existsSync(allureResults) ? [folderDigest(path, basename(allureResults))] : []),
    ],
  };
};
