import { extname } from 'node:path';
import { readJson } from './json-document.ts';
import { problemsOf, TargetError } from './target-error.ts';
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

const unknownEnding = (file: string): never => {
  const known = Object.keys(READERS)
    .join(', ')
    .replace(/, (\S+)$/, ' or $1');
  const got = extname(file) || 'no ending';
  throw new TextError([{ at: '', wanted: `a file that ends in ${known}`, got }]);
};

/** Reads a target file: YAML, JSON, or a TypeScript or JavaScript module. Throws TargetError. */
export const readTargetDocument = async (file: string): Promise<TextDocument> => {
  try {
    const read = READERS[extname(file).toLowerCase()] ?? unknownEnding;
    return await read(file);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new TargetError(problemsOf(file, error));
  }
};
