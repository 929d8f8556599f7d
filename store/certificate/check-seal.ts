import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunFolder } from '../run-folder.ts';
import { readSmallText, Foreign, Refused } from './bounded-file.ts';
import { canonicalValue } from './envelope.ts';
import {
  chainDigest,
  type FileDigest,
  fileDigest,
  folderDigest,
  isOfSystem,
  sha256,
} from './chain-digest.ts';
import { type EvidenceSeal, evidenceSealSchema, namesToSeal } from './evidence-seal.ts';

/** Maximum bytes; a seal lists a few files and earlier runs. */
const LARGEST_SEAL = 2 ** 22;

/** Evidence that a certificate names. */
interface Wanted {
  readonly run: string;
  readonly sha256: string;
}

/** Text of a run's seal. Throws Foreign if the run is not sealed. */
const sealText = ({ seal, path }: RunFolder): string => {
  if (!existsSync(seal))
    throw new Foreign(
      `${path} is not a sealed run: evidence.json is missing, which a run writes when it finishes; a run that was stopped or killed has none`,
    );
  return readSmallText(seal, LARGEST_SEAL, 'evidence.json');
};

const ofAnother = (text: string): string | undefined => {
  try {
    return evidenceSealSchema.parse(JSON.parse(text)).run;
  } catch {
    return undefined;
  }
};

/** Reads evidence.json, which must be the one that the certificate names. Throws Foreign and Refused. */
const readSeal = (folder: RunFolder, wanted: Wanted): EvidenceSeal => {
  const text = sealText(folder);
  if (sha256(text) !== wanted.sha256) {
    const run = ofAnother(text);
    throw new Refused(
      run !== undefined && run !== wanted.run
        ? `${folder.path} is the evidence of run ${run}, but the certificate is of run ${wanted.run}`
        : `evidence.json of ${folder.path} is not the one that the certificate names: it was changed`,
    );
  }
  const value = canonicalValue(text, 2, 'evidence.json');
  const { success } = evidenceSealSchema.safeParse(value);
  if (!success)
    throw new Foreign(
      `evidence.json of ${folder.path} has a format that this version does not support`,
    );
  return value as EvidenceSeal;
};

const checkSize = (sealed: FileDigest, size: number): void => {
  if (size === sealed.size) return;
  throw new Refused(
    `${sealed.name} has ${size.toLocaleString('en')} bytes, but had ${sealed.size.toLocaleString('en')} when it was sealed`,
  );
};

const checkDigest = (sealed: FileDigest, found: FileDigest): void => {
  checkSize(sealed, found.size);
  if (found.sha256 !== sealed.sha256)
    throw new Refused(`${sealed.name} was changed after it was sealed`);
};

/** Rejects a file by its size before reading it. */
const checkFile = (folder: string, sealed: FileDigest): void => {
  const stats = lstatSync(join(folder, sealed.name), { throwIfNoEntry: false });
  if (stats?.isFile()) checkSize(sealed, stats.size);
  checkDigest(sealed, fileDigest(folder, sealed.name));
};

const checkFiles = (folder: RunFolder, { files, exchanges }: EvidenceSeal): void => {
  const record = basename(folder.exchanges);
  for (const sealed of files) {
    if (sealed.name !== record) checkFile(folder.path, sealed);
    else checkDigest(sealed, chainDigest(folder.exchanges, { ...exchanges, size: sealed.size }));
  }
};

/** Exports may be missing, but must not be replaced by a file that the run did not write. */
const checkExports = ({ path }: RunFolder, { exports }: EvidenceSeal): void => {
  for (const sealed of exports) {
    if (!lstatSync(join(path, sealed.name), { throwIfNoEntry: false })) continue;
    if (sealed.files === undefined) checkFile(path, sealed);
    else checkDigest(sealed, folderDigest(path, sealed.name));
  }
};

/**
 * Verifies that a run is unchanged since it was sealed, and is the one that a certificate names: every file, and every line of
 * its exchanges. Throws Refused with the file or line that differs; Foreign if it is not a sealed run.
 */
export const checkSeal = (folder: RunFolder, wanted: Wanted): EvidenceSeal => {
  const seal = readSeal(folder, wanted);
  const names = seal.files.map(({ name }) => name);
  if (JSON.stringify(names) !== JSON.stringify(namesToSeal(folder)))
    throw new Refused('evidence.json does not list the files that the verdicts rest on');
  try {
    checkFiles(folder, seal);
    checkExports(folder, seal);
  } catch (error) {
    // The seal exists: a missing file or a link means that something was removed or replaced.
    if (error instanceof Foreign)
      throw new Refused(`${error.message}, but was sealed as a regular file`, { cause: error });
    throw error;
  }
  return seal;
};

/** What a command writes into the folder after the run. */
const BUILT_LATER = ['allure-report.config.json', 'latest', 'latest.txt'];

/** Names of files in the folder of a sealed run that are no part of it. */
export const foreignFiles = (folder: RunFolder): readonly string[] => {
  const paths = Object.values(folder).flatMap((value: string | Record<string, string>) =>
    typeof value === 'string' ? value : Object.values(value),
  );
  const known = new Set([...paths.map((path) => basename(path)), ...BUILT_LATER]);
  const results = existsSync(folder.allureResults) ? readdirSync(folder.allureResults) : [];
  return [
    ...readdirSync(folder.path).filter((name) => !known.has(name)),
    ...results.filter(isOfSystem).map((name) => `${basename(folder.allureResults)}/${name}`),
  ];
};
