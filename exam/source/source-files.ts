import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles, PROJECT } from '../../client/project.ts';

/** A file of the reference by its path below the project, with `/`. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** The file that starts a service: it is loaded with the others, so that it leads to them, but not changed. */
export const START = 'reference/start.ts';

/** What is no behaviour of a correct service: what others are made of, what plays on it, and how it is described. */
const LEFT_OUT =
  /^reference\/(faults|dialects|dialect-table|chance|choices|sick|conditions)(\/|\.ts$)|^reference\/(start|target-document|sown-faults|conditioned|trial-store|difference|draw)\.ts$/;

/** The files of the reference that are the behaviour of a correct service, by path. */
export const sourceFiles = (): readonly string[] =>
  programFiles('reference').filter((path) => !LEFT_OUT.test(path));

/** Reads files of the project. */
export const readSources = (paths: readonly string[]): readonly SourceText[] =>
  paths.map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }));
