import { cpSync, readFileSync, writeFileSync, readdirSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { withSlashes } from '../../client/paths.ts';
import { PROJECT } from '../../client/project.ts';
import { k6Scripts } from '../../load/k6/k6-scripts.ts';
import { spawnSync } from 'node:child_process';
import { programPath } from '../check-parts.ts';

/** Folder of the package's JavaScript, below the project. */
export const DIST = 'dist';
/** Folder of its types; separate from the code, so that no TypeScript source has a declaration beside it. */
const TYPES = `${DIST}/types`;
/** Modules that consumers import, without extension; only types reachable from them are kept. */
const PUBLIC = ['runner/api', 'runner/vitest', 'client/target/define-target'];

/** A file in a `new URL` relative to a module; the compiler rewrites imports only. */
const NAMED_FILE = /(new URL\('[^']+\.)ts(', import\.meta\.url\))/g;
/** The compiler leaves extensions of imports in declarations unchanged. */
const IMPORTED_TYPE = /((?:from |import\()['"])(\.{1,2}\/[^'"]+)\.ts(?=['"])/g;

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(withSlashes)
    .filter((path) => path.endsWith(ending));

/** Types only, with comments for editors. */
const DECLARATIONS = `--declaration --declarationDir ${TYPES} --emitDeclarationOnly --removeComments false`;

const compile = (root: string, flags: readonly string[] = []): void => {
  const tsc = programPath(root, { name: 'types', package: 'typescript', program: 'tsc', args: [] });
  const args = [tsc, '--project', 'tsconfig.package.json', ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root });
  if (status !== 0)
    throw new Error(`tsc ended with ${status}:\n${stdout.toString()}${stderr.toString()}`);
};

const rewriteNamedFiles = (dist: string): void => {
  for (const path of filesIn(dist, '.js')) {
    const text = readFileSync(join(dist, path), 'utf8');
    const rewritten = text.replaceAll(NAMED_FILE, '$1js$2');
    if (rewritten !== text) writeFileSync(join(dist, path), rewritten);
  }
};

/** Declarations reachable from the public ones, including them. */
const reachedTypes = (types: string): ReadonlySet<string> => {
  const reached = new Set(PUBLIC.map((name) => `${name}.d.ts`));
  for (const path of reached) {
    const text = readFileSync(join(types, path), 'utf8');
    for (const [, , specifier = ''] of text.matchAll(IMPORTED_TYPE))
      reached.add(`${posix.join(posix.dirname(path), specifier)}.d.ts`);
  }
  return reached;
};

const keepPublicTypes = (types: string): void => {
  const reached = reachedTypes(types);
  for (const path of filesIn(types, '.d.ts')) {
    const file = join(types, path);
    if (!reached.has(path)) rmSync(file);
    else writeFileSync(file, readFileSync(file, 'utf8').replaceAll(IMPORTED_TYPE, '$1$2.js'));
  }
};

/**
 * Compiles the package's programs into `dist`, module by module, with the types of its API. Throws with tsc's output.
 */
export const emitPrograms = (root: string): void => {
  rmSync(join(root, DIST), { recursive: true, force: true });
  compile(root);
  compile(root, DECLARATIONS.split(' '));
  rewriteNamedFiles(join(root, DIST));
  keepPublicTypes(join(root, TYPES));
};

/** Files that programs read, or that are for editors and people. */
const DATA = [
  'cli/completion/assay.bash',
  'cli/completion/assay.fish',
  'cli/completion/assay.zsh',
  'client/target/target.schema.json',
  'exam/baseline.json',
  'load/README.md',
  'load/go.mod',
  'load/go.sum',
  'reference/README.md',
  'spec/releases.json',
  'store/certificate.schema.json',
  'store/evidence.schema.json',
  'reports/load/load-charts.mjs',
  'store/nightly-history.schema.json',
  'reports/page/page-script.mjs',
  'store/run.schema.json',
  'store/run-events.schema.json',
  'store/waivers.schema.json',
];

// npm pack: compiles the program into dist/ with the project's layout, so that relative paths still resolve.
emitPrograms(PROJECT);
for (const path of [...DATA, ...k6Scripts(PROJECT)])
  cpSync(join(PROJECT, path), join(PROJECT, DIST, path), { recursive: true });
const { name, version, type, homepage } = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
) as Readonly<Record<string, string>>;
writeFileSync(
  join(PROJECT, DIST, 'package.json'),
  `${JSON.stringify({ name, version, type, homepage }, null, 2)}\n`,
);
