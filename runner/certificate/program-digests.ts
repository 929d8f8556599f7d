import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFiles, PROJECT } from '../../client/project.ts';
import { sha256 } from '../../store/certificate/file-digest.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { memoized } from '../../spec/memoized.ts';

/** What draws, sends and judges; the rest of the program shows it. */
const FOLDERS = ['client', 'generators', 'oracles', 'spec', 'suites'];

const digestOfFolder = (folder: string): string =>
  productFiles(folder)
    .map((path) => `${hash('sha256', readFileSync(join(PROJECT, path)))}  ${path}\n`)
    .join('');

const digestOf = memoized((what: 'suite' | 'catalogue'): string =>
  what === 'suite'
    ? sha256(FOLDERS.map(digestOfFolder).join(''))
    : sha256(JSON.stringify([[...CATALOGUE], JUDGEMENT_RULES])),
);

/** SHA-256 of the program that judges: of its own files as they lie here, a list as `sha256sum` prints it. */
export const suiteDigest = (): string => digestOf('suite');

/** Milliseconds after which a run has begun to send. */
const SENDS = 1000;

/** Makes both digests while the suites of a run send and this thread has nothing to do; the returned function ends that. */
export const digestMeanwhile = (): (() => void) => {
  const timer = setTimeout(() => {
    try {
      digestOf('suite');
      digestOf('catalogue');
    } catch {
      // Told where the run is sealed.
    }
  }, SENDS).unref();
  return () => clearTimeout(timer);
};

/** SHA-256 of the requirements, and of the rules by which they are judged. */
export const catalogueDigest = (): string => digestOf('catalogue');
