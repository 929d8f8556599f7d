import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tool that checks the whole tree: the `program` of a package, named as in its `bin`, or a `file` of ours. */
export type CheckPart = { readonly name: string; readonly args: readonly string[] } & (
  { readonly package: string; readonly program: string } | { readonly file: string }
);

/** Result of a part; `output` is everything the tool printed. */
interface PartResult {
  readonly part: CheckPart;
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

const types = (name: string, ...args: readonly string[]): CheckPart => ({
  name,
  package: 'typescript',
  program: 'tsc',
  args,
});

/** Incremental state of the compiler, which rechecks only affected files. */
const KNOWN_TYPES = 'node_modules/.cache/assay/types.tsbuildinfo';

/** Digests of the files that Prettier found well formatted, by which it passes them over. */
const KNOWN_FORMAT = [
  '--cache',
  '--cache-strategy=content',
  '--cache-location=node_modules/.cache/assay/format',
];

/**
 * Parts of the check for the project in `root`: of the whole tree, or of these files only (paths below `root`). Dead
 * code is only checked in the whole tree.
 */
export const checkParts = (root: string, files?: readonly string[]): readonly CheckPart[] => {
  const code = files?.filter((path) => /\.m?[jt]s$/.test(path));
  const has = (list: readonly string[] | undefined, part: CheckPart): readonly CheckPart[] =>
    list?.length === 0 ? [] : [part];
  const isLoad = existsSync(join(root, 'load', 'tsconfig.json'));
  const load = isLoad ? code?.filter((path) => path.startsWith('load/')) : [];
  return [
    ...has(files, {
      name: 'format',
      package: 'prettier',
      program: 'prettier',
      args: [
        '--check',
        '--log-level=warn',
        '--ignore-unknown',
        ...KNOWN_FORMAT,
        ...(files ?? ['.']),
      ],
    }),
    ...has(code, {
      name: 'lint',
      package: 'oxlint',
      program: 'oxlint',
      args: ['--type-aware', ...(code ?? [])],
    }),
    ...has(code, types('types', '--incremental', '--tsBuildInfoFile', KNOWN_TYPES)),
    ...has(load, types('types of load', '--project', 'load/tsconfig.json')),
    ...has(load, { name: 'syntax of load', file: 'load/k6/check-scripts.ts', args: [] }),
    ...has(files && [], {
      name: 'dead code',
      package: 'knip',
      program: 'knip',
      args: ['--no-progress', '--treat-config-hints-as-errors'],
    }),
  ];
};

/** Path of an installed tool, or of ours. */
export const programPath = (root: string, part: CheckPart): string => {
  if ('file' in part) return join(root, part.file);
  const folder = join(root, 'node_modules', part.package);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: string | Readonly<Record<string, string>>;
  };
  const file = typeof bin === 'string' ? bin : bin[part.program];
  if (file === undefined) throw new Error(`${part.package} has no program ${part.program}`);
  return join(folder, file);
};

const runPart = async (root: string, part: CheckPart): Promise<PartResult> => {
  const start = performance.now();
  const end = (passed: boolean, output: string): PartResult => ({
    part,
    passed,
    output: output.trim(),
    seconds: (performance.now() - start) / 1000,
  });
  try {
    const child = spawn(process.execPath, [programPath(root, part), ...part.args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    return end(code === 0, Buffer.concat(chunks).toString());
  } catch (error) {
    return end(
      false,
      `${'file' in part ? part.file : part.package} could not be run: ${String(error)}`,
    );
  }
};

/** Runs the parts in parallel and prints one line each, with the output of those that fail. */
export const runCheckParts = async (
  root: string,
  parts: readonly CheckPart[],
  print: (line: string) => void,
): Promise<{ readonly passed: number; readonly failed: number }> => {
  const results = await Promise.all(
    parts.map(async (part) => {
      const result = await runPart(root, part);
      print(`${result.passed ? '✓' : '✗'} ${part.name} (${result.seconds.toFixed(1)} s)`);
      if (!result.passed && result.output) print(result.output);
      return result.passed;
    }),
  );
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
};

/** Options of two git calls: NUL-separated paths relative to the working directory, unquoted. */
const LISTS = [
  ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD'],
  ['ls-files', '--others', '--exclude-standard', '-z'],
] as const;

/**
 * Files below a folder that are untracked or differ from the last commit; `undefined` if the folder is not in a git
 * repository.
 */
export const changedFiles = (root: string): readonly string[] | undefined => {
  const found: string[] = [];
  for (const args of LISTS) {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) return undefined;
    found.push(...stdout.split('\0').filter((path) => path !== ''));
  }
  return found;
};
