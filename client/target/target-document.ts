import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { readJson } from './json-document.ts';
import { runAround } from './run-around.ts';
import { chosenTarget } from './several-targets.ts';
import { problemsOf, TargetError } from './target-error.ts';
import { targetFileName } from './target-file-name.ts';
import { readTargetModule } from './target-module.ts';
import { TextError } from './text-error.ts';
import { readTextFile } from './text-file.ts';
import { readYaml, type TextDocument } from './yaml-document.ts';

const fromModule = async (file: string): Promise<TextDocument> => {
  // A file that cannot be read says so in the same words as the others.
  readTextFile(file);
  return { value: await readTargetModule(file), positionOf: () => '' };
};

const READERS: Readonly<Record<string, (file: string) => TextDocument | Promise<TextDocument>>> = {
  '.yaml': (file) => readYaml(readTextFile(file)),
  '.yml': (file) => readYaml(readTextFile(file)),
  '.json': (file) => readJson(readTextFile(file)),
  '.ts': fromModule,
  '.mts': fromModule,
  '.js': fromModule,
  '.mjs': fromModule,
};

/** Refuses what lies in the folder of a run: a module there would be a program of whoever sent the run. */
const refuseOfRun = (file: string): void => {
  const run = existsSync(file) ? runAround(dirname(realpathSync(file))) : undefined;
  if (run === undefined) return;
  throw new TextError([
    {
      at: '',
      wanted: 'a target file of yours, outside the folder of any run',
      got: `a file in the folder of the run ${run}`,
      hint: 'the folder of a run is data that anybody may have sent: look at the file, and copy it to where you keep your own',
    },
  ]);
};

const unknownEnding = (file: string): never => {
  const known = Object.keys(READERS)
    .join(', ')
    .replace(/, (\S+)$/, ' or $1');
  const got = extname(file) || 'no ending';
  throw new TextError([{ at: '', wanted: `a file that ends in ${known}`, got }]);
};

/** A target that was read, and the file that it stands in. */
export interface TargetDocument extends TextDocument {
  readonly path: string;
  /** Of several targets in the file the chosen one, such as `staging.yaml#blue`, without a folder. */
  readonly chosenAs?: string;
}

/**
 * Reads a target file: YAML, JSON, or a TypeScript or JavaScript module; `FILE#NAME` is one of several in it. Throws
 * TargetError.
 */
export const readTargetDocument = async (named: string): Promise<TargetDocument> => {
  const { path, choice } = targetFileName(named);
  try {
    refuseOfRun(path);
    const read = READERS[extname(path).toLowerCase()] ?? unknownEnding;
    const document = chosenTarget(await read(path), choice, path);
    return { ...document, path, ...(choice === undefined ? {} : { chosenAs: basename(named) }) };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new TargetError(problemsOf(path, error));
  }
};
