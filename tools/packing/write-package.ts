import { cpSync, readFileSync, writeFileSync, readdirSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { k6Scripts } from '../../load/k6/k6-scripts.ts';
import { spawnSync } from 'node:child_process';
import { programPath } from '../check-parts.ts';

/** Where the package's own JavaScript lies, below the project. */
export const DIST = 'dist';
/** Where its types lie; apart from the code, so that no TypeScript stands beside a declaration. */
const TYPES = `${DIST}/types`;
/** What a consumer imports, without an ending; only what these lead to keeps its types. */
const PUBLIC = ['runner/api', 'runner/vitest', 'client/target/define-target'];

/** A file that is named beside another one; the compiler knows imports alone. */
const NAMED_FILE = /(new URL\('[^']+\.)ts(', import\.meta\.url\))/g;
/** The compiler leaves the endings of imports in declarations as they were written. */
const IMPORTED_TYPE = /((?:from |import\()['"])(\.{1,2}\/[^'"]+)\.ts(?=['"])/g;

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending));

/** Types alone, with the comments that an editor shows; those of the code stand in the source maps, with the sources. */
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

/** The declarations that the public ones lead to, with those. */
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

/** Compiles the programs of the package into `dist`, a file a module, with the types of its API. Throws with what tsc said. */
export const emitPrograms = (root: string): void => {
  rmSync(join(root, DIST), { recursive: true, force: true });
  compile(root);
  compile(root, DECLARATIONS.split(' '));
  rewriteNamedFiles(join(root, DIST));
  keepPublicTypes(join(root, TYPES));
};

/** What programs read beside themselves, or editors and people in their place. */
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
  'store/certificate.schema.json',
  'store/evidence.schema.json',
  'reports/load/load-charts.mjs',
  'store/nightly-history.schema.json',
  'reports/page/page-script.mjs',
  'store/run.schema.json',
  'store/run-events.schema.json',
  'store/waivers.schema.json',
];

// npm pack: compiles the program into dist/, laid out as the project is, so that what names a file beside itself finds it.
emitPrograms(PROJECT);
for (const path of [...DATA, ...k6Scripts(PROJECT)])
  cpSync(join(PROJECT, path), join(PROJECT, DIST, path), { recursive: true });
const { name, version, type } = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
) as Readonly<Record<string, string>>;
writeFileSync(
  join(PROJECT, DIST, 'package.json'),
  `${JSON.stringify({ name, version, type }, null, 2)}\n`,
);
