import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles, PROJECT } from '../../client/project.ts';

/** A source file of the reference by its path below the project, with `/`. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** The entry point of a service: it is loaded with the others, so that it imports them, but not mutated. */
export const START = 'reference/start.ts';

/** Files without behaviour of a correct service: faults and conditions, and descriptions. */
const LEFT_OUT =
  /^reference\/(faults|dialects|dialect-table|dialect-row|(answer|history|transport)-dialects|chance|choices|failing|conditions)(\/|\.ts$)|^reference\/(start|target-document|injected-faults|conditioned|trial-store|difference|draw)\.ts$/;

/** Paths of the reference's files that make up a correct service. */
export const sourceFiles = (): readonly string[] =>
  programFiles('reference').filter((path) => !LEFT_OUT.test(path));

/** Reads files of the project. */
export const readSources = (paths: readonly string[]): readonly SourceText[] =>
  paths.map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }));
