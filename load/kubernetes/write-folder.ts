import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  ARCHIVE,
  claimOf,
  configMapOf,
  fitsConfigMap,
  type ManifestOrder,
  mergeJobOf,
  testRunOf,
} from './manifests.ts';
import { credentialScript, stepsText } from './steps-text.ts';

/** What is written beside the archive, which lies in the folder. */
export interface FolderOrder extends Omit<ManifestOrder, 'archive'> {
  readonly folder: string;
  /** The credential as k6 reads it, with the names of variables in place of what is secret. */
  readonly credential: string;
}

/** A manifest as it is written: kubectl reads YAML 1.1, to which a bare `yes` is no text. */
const manifestText = (manifest: object): string =>
  stringify(manifest, { lineWidth: 0, compat: 'yaml-1.1' });

/** Writes the manifests of a run, and how they are used. Returns the order that they were made from. */
export const writeFolder = ({ folder, credential, ...rest }: FolderOrder): ManifestOrder => {
  const archive = readFileSync(join(folder, ARCHIVE));
  const order = { ...rest, archive };
  const put = (file: string, manifest: object): void =>
    writeFileSync(join(folder, file), manifestText(manifest));
  put('claim.yaml', claimOf());
  put('test-run.yaml', testRunOf(order));
  put('merge.yaml', mergeJobOf(order));
  // Of an earlier run in the same folder.
  rmSync(join(folder, 'archive.yaml'), { force: true });
  if (fitsConfigMap(order)) put('archive.yaml', configMapOf(order));
  writeFileSync(join(folder, 'credential.sh'), credentialScript(order, credential));
  writeFileSync(join(folder, 'README.md'), stepsText(order));
  return order;
};
