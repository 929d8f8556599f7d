import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { TargetError, type TargetProblem } from './target-error.ts';
import type { TargetPath } from './target-path.ts';

/** What a target file holds, and where in it a path stands (`:line:column`, or empty where that is not known). */
export interface TargetDocument {
  readonly value: unknown;
  readonly positionOf: (path: TargetPath) => string;
}

const refuse = (problem: TargetProblem): never => {
  throw new TargetError([problem]);
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

const nowhere = () => '';

const fromYaml = (file: string, text: string): TargetDocument => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0)
    throw new TargetError(
      document.errors.map((error) => {
        const { line, col } = lines.linePos(error.pos[0]);
        return { source: `${file}:${line}:${col}`, path: '', wanted: 'YAML', got: error.message };
      }),
    );
  const positionOf = (path: TargetPath): string => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    if (!node?.range) return path.length > 1 ? positionOf(path.slice(0, -1)) : '';
    const { line, col } = lines.linePos(node.range[0]);
    return `:${line}:${col}`;
  };
  return { value: document.toJS(), positionOf };
};

const fromJson = (file: string, text: string): TargetDocument => {
  try {
    return { value: JSON.parse(text), positionOf: nowhere };
  } catch (error) {
    return refuse({ source: file, path: '', wanted: 'JSON', got: messageOf(error) });
  }
};

const MODULE_HINT = 'write: export default { base_url: … } satisfies Target';

const fromModule = async (file: string): Promise<TargetDocument> => {
  let module: { readonly default?: unknown };
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    return refuse({
      source: file,
      path: '',
      wanted: 'a module that loads by itself',
      got: messageOf(error),
      hint: 'an import of a type only must be written as import type',
    });
  }
  if (module.default === undefined)
    return refuse({
      source: file,
      path: '',
      wanted: 'the target as default export',
      got: 'no default export',
      hint: MODULE_HINT,
    });
  return { value: module.default, positionOf: nowhere };
};

const textOf = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    return refuse({
      source: file,
      path: '',
      wanted: 'a file that can be read',
      got: messageOf(error),
    });
  }
};

/** Reads a target file: YAML, JSON, or a TypeScript or JavaScript module. Throws TargetError. */
export const readTargetDocument = async (file: string): Promise<TargetDocument> => {
  const text = await textOf(file);
  switch (extname(file).toLowerCase()) {
    case '.yaml':
    case '.yml':
      return fromYaml(file, text);
    case '.json':
      return fromJson(file, text);
    case '.ts':
    case '.mts':
    case '.js':
    case '.mjs':
      return fromModule(file);
    default:
      return refuse({
        source: file,
        path: '',
        wanted: 'a file that ends in .yaml, .yml, .json, .ts, .mts, .js or .mjs',
        got: extname(file) || 'no ending',
      });
  }
};
