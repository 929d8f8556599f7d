import { type ESTree, parseSync, Visitor } from 'vite';

/** A file's reference to another: `type` is erased at run time, `url` is `new URL(…, import.meta.url)`. */
export interface Reference {
  /** As written; null if it is computed. */
  readonly specifier: string | null;
  readonly kind: 'import' | 'type' | 'dynamic' | 'url';
}

/** Facts about a file for the architecture test. */
export interface SourceScan {
  readonly references: readonly Reference[];
  /** True if it reads environment variables in any usual notation. */
  readonly readsEnvironment: boolean;
}

const literalText = (node: ESTree.Node | null | undefined): string | null => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? null;
  return null;
};

const propertyName = (node: ESTree.MemberExpression): string | null =>
  node.property.type === 'Identifier' && !node.computed
    ? node.property.name
    : literalText(node.property);

const isImportMeta = (node: ESTree.Node): boolean =>
  node.type === 'MetaProperty' && node.meta.name === 'import';

const isImportMetaMember = (node: ESTree.Node | undefined, name: string): boolean =>
  node?.type === 'MemberExpression' && isImportMeta(node.object) && propertyName(node) === name;

const isProcess = (node: ESTree.Node | null): boolean =>
  (node?.type === 'Identifier' && node.name === 'process') ||
  (node?.type === 'MemberExpression' && propertyName(node) === 'process');

const namesEnv = (key: ESTree.Node): boolean =>
  (key.type === 'Identifier' && key.name === 'env') || literalText(key) === 'env';

const takesEnv = (pattern: ESTree.Node): boolean =>
  pattern.type === 'ObjectPattern' &&
  pattern.properties.some((entry) => entry.type === 'RestElement' || namesEnv(entry.key));

const importsEnv = (node: ESTree.ImportDeclaration): boolean =>
  /^(node:)?process$/.test(node.source.value) &&
  node.specifiers.some((each) => each.type === 'ImportSpecifier' && namesEnv(each.imported));

/** All references of a TypeScript file. Throws an error with its path if it cannot be parsed. */
export const scanSource = (path: string, text: string): SourceScan => {
  const { program, errors } = parseSync(path, text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const references: Reference[] = [];
  let readsEnvironment = false;
  const add = (kind: Reference['kind'], specifier: string | null): void => {
    references.push({ kind, specifier });
  };
  const statically = (node: { readonly source: ESTree.StringLiteral }, kind: string | null) =>
    add(kind === 'type' ? 'type' : 'import', node.source.value);
  const environment = (reads: boolean): void => {
    readsEnvironment ||= reads;
  };
  new Visitor({
    ImportDeclaration: (node) => {
      statically(node, node.importKind ?? null);
      environment(importsEnv(node));
    },
    ExportAllDeclaration: (node) => statically(node, node.exportKind ?? null),
    ExportNamedDeclaration: (node) => {
      if (node.source) statically({ source: node.source }, node.exportKind ?? null);
    },
    TSImportType: (node) => add('type', node.source.value),
    ImportExpression: (node) => add('dynamic', literalText(node.source)),
    CallExpression: (node) => {
      if (isImportMetaMember(node.callee, 'resolve')) add('url', literalText(node.arguments[0]));
    },
    NewExpression: (node) => {
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL';
      if (isUrl && isImportMetaMember(node.arguments[1], 'url'))
        add('url', literalText(node.arguments[0]));
    },
    MemberExpression: (node) => {
      const ofProcess = isProcess(node.object) || isImportMeta(node.object);
      environment(ofProcess && propertyName(node) === 'env');
    },
    VariableDeclarator: (node) => environment(isProcess(node.init) && takesEnv(node.id)),
  }).visit(program);
  return { references, readsEnvironment };
};
