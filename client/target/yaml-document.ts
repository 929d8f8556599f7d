import { type Document, isCollection, isNode, parseDocument, visit } from 'yaml';
import { MAX_DEPTH, tooDeepPath, type TargetPath } from './target-error.ts';
import { TextError, type TextProblem, placeIn } from './text-file.ts';
import { yamlProblems } from './yaml-problems.ts';

/** Parsed YAML, with the position of each path. */
export interface TextDocument {
  readonly value: unknown;
  /** `:line:column` of a path, or of the nearest enclosing node; empty for the text as a whole. */
  readonly positionOf: (path: TargetPath) => string;
}

const positionsIn =
  (text: string, document: Document.Parsed) =>
  (path: TargetPath): string => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return placeIn(text, node.range[0]);
    }
    return '';
  };

/**
 * Constructs that the parser accepts but nobody can have meant: an alias of nothing or of itself, an object as a key, a list in
 * a text.
 */
const oddities = (text: string, document: Document.Parsed): readonly TextProblem[] => {
  const found: TextProblem[] = [];
  const add = (offset: number, wanted: string, got: string, hint?: string) =>
    found.push({ at: placeIn(text, offset), wanted, got, hint });
  visit(document, {
    Alias: (_, alias) => {
      const [at = 0] = alias.range ?? [];
      const meant = alias.resolve(document);
      const [from = 0, to = 0] = meant?.range ?? [];
      if (meant === undefined)
        add(
          at,
          `an anchor &${alias.source} before it`,
          `*${alias.source}`,
          'quote a text that begins with *',
        );
      else if (isCollection(meant) && from <= at && at < to)
        add(at, 'a value that ends', `*${alias.source}, which contains itself`);
    },
    Pair: (_, { key }) => {
      if (!isCollection(key) || !key.range) return;
      const isPlaceholder =
        text.startsWith('{{', key.range[0] - 1) || text.startsWith('{{', key.range[0]);
      add(
        key.range[0],
        'a text as a key',
        'a list or an object',
        isPlaceholder ? "quote a placeholder: '{{today}}'" : undefined,
      );
    },
    Scalar: (_, { type, range }) => {
      const dash = type === 'PLAIN' && range ? /\n *- /.exec(text.slice(range[0], range[1])) : null;
      if (dash && range)
        add(
          range[0] + dash.index + dash[0].length - 2,
          'a list item below the one before it, or below a key that has no value yet',
          'a dash that is part of the text before it',
        );
    },
  });
  return found;
};

const valueOf = (text: string, document: Document.Parsed): unknown => {
  try {
    return document.toJS();
  } catch {
    // The only error left at this point is excessive alias expansion.
    const at = placeIn(text, Math.max(0, text.indexOf('*')));
    throw new TextError([{ at, wanted: 'at most 100 values by alias (*name)', got: 'more' }]);
  }
};

/** Parses YAML, with `<<` merge keys. Throws TextError with the position of the error. */
export const readYaml = (text: string): TextDocument => {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error', merge: true });
  const problems = yamlProblems(text, document);
  const all = problems.length > 0 ? problems : oddities(text, document);
  if (all.length > 0) throw new TextError(all);
  const value = valueOf(text, document);
  const positionOf = positionsIn(text, document);
  const deep = tooDeepPath(value);
  if (deep)
    throw new TextError([
      {
        at: positionOf(deep),
        wanted: `at most ${MAX_DEPTH} nested lists and objects`,
        got: 'more',
      },
    ]);
  return { value, positionOf };
};
