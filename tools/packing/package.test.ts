import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { k6Scripts } from '../../load/k6/k6-scripts.ts';
import { k6ForTests } from '../../load/testing/test-k6.ts';
import { freePorts } from '../../load/instances/start-together.ts';
import { runInImage, buildImageFolder } from '../testing/image-folder.ts';
import { type InstalledPackage, installPackage } from '../testing/installed-package.ts';
import { oldNode } from '../testing/old-node.ts';
import { drawnInTurn } from '../testing/drawn.ts';
import { INSTALLERS, installWith } from '../testing/installers.ts';
import { JUDGING_PROGRAM, TYPED_TARGET } from '../testing/package-programs.ts';
import { printedBy, runTranscript, transcriptOf } from '../docs/testing/transcript.ts';

/** Limit of the archive in bytes; it has 1 million without source maps, which debuggers alone would read. */
const LARGEST = 2_000_000;

/** Installations and their documents, each of which takes a minute or more. */
const [DOCUMENT, IMAGE] = ['docs/first-verdict.md', 'the Containerfile'];
const LONG = [...INSTALLERS.map(({ name }) => name), DOCUMENT, IMAGE];
const drawnNames = drawnInTurn('packages', LONG);

// Packing and installing take a minute or more.
describe.each(drawnInTurn('packages', ['npm']))('the package, installed by %s', () => {
  let installed: InstalledPackage;
  let unreachable: string | undefined;

  beforeAll(async () => {
    const result = await installPackage();
    if (typeof result === 'string') unreachable = result;
    else installed = result;
    // Milliseconds; npm installs many files, beside other tests.
  }, 600_000);
  beforeEach(({ skip }) => {
    if (unreachable !== undefined) skip(unreachable);
  });
  afterAll(() => {
    if (installed !== undefined) rmSync(installed.root, { recursive: true, force: true });
  });

  const write = (name: string, text: string): void =>
    writeFileSync(join(installed.folder, name), text);

  /** The program that npx starts; npx itself takes as long as many a command. */
  const program = (): string => join(installed.folder, 'node_modules', '.bin', 'assay');
  const assay = (...args: readonly string[]) => installed.run(program(), ...args);

  const packedPaths = (): readonly string[] => installed.packed.files.map(({ path }) => path);

  test('the package contains no test, no fixture and no TypeScript that Node would load', () => {
    const paths = packedPaths();
    const typescript = paths.filter((path) => /(?<!\.d)\.ts$/.test(path));

    expect(paths.filter((path) => /\.test\.|\/testing\/|\/endings\//.test(path))).toEqual([]);
    expect(typescript.toSorted()).toEqual(k6Scripts(PROJECT).map((path) => `dist/${path}`));
    expect(installed.packed.size).toBeLessThan(LARGEST);
  });

  test('contains what k6, Go, editors and people need', () => {
    const paths = packedPaths();
    const needed = ['README.md', 'LICENSE', 'CHANGELOG.md', '.env.example', 'dist/load/go.mod'];
    const schemas = ['client/target/target', 'store/run', 'store/run-events', 'store/waivers'];
    schemas.push('store/certificate', 'store/evidence');
    needed.push('dist/load/go.sum', 'dist/cli/main.js');
    needed.push(...['bash', 'fish', 'zsh'].map((shell) => `dist/cli/completion/assay.${shell}`));
    needed.push(...schemas.map((name) => `dist/${name}.schema.json`));

    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test('its code has no comments and no source maps; its types have comments', () => {
    const read = (path: string): string =>
      readFileSync(join(installed.folder, 'node_modules', 'assay', 'dist', path), 'utf8');

    expect(read('client/target/define-target.js')).not.toMatch(/lets the compiler check a target/);
    expect(packedPaths().filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(read('types/client/target/define-target.d.ts')).toMatch(
      /lets the compiler check a target/,
    );
  });

  test('contains no Node and no tool of the checkout', () => {
    const lock = readFileSync(join(installed.folder, 'package-lock.json'), 'utf8');

    expect(
      lock.match(/"node_modules\/(node-(linux|darwin|win)-\w+|typescript|prettier|knip)"/g),
    ).toBe(null);
  });

  interface Manifest {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
    readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  }
  const manifestOf = (name: string): Manifest => {
    const file = join(installed.folder, 'node_modules', name, 'package.json');
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  };

  test('depends only on packages that it uses, each in one version, and their dependencies', () => {
    const folder = join(installed.folder, 'node_modules', 'assay');
    const text = installed
      .list()
      .filter((path) => path.endsWith('.js'))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('');
    const { dependencies } = manifestOf('assay');
    const names = Object.keys(dependencies);
    // Only some package managers install what a package asks for, in a version that nobody has tested.
    const peers = names.flatMap((name) => {
      const { peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(name);
      return Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    });

    const isUsed = (name: string): boolean =>
      peers.includes(name) || [`'${name}'`, `'${name}/`].some((each) => text.includes(each));
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
    expect(peers.filter((peer) => !names.includes(peer))).toEqual([]);
    expect(Object.values(dependencies).filter((each) => !/^\d+\.\d+\.\d+$/.test(each))).toEqual([]);
  });

  const drawnInstallers = INSTALLERS.filter(({ name }) => drawnNames.includes(name));

  test.each(drawnInstallers)('$name makes a working installation', async (installer) => {
    const { install, assay: started } = await installWith(installer, installed);
    expect(install).toMatchObject({ code: 0 });

    const version = await started('--version');
    const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-*', '--runs', '1'];
    const gate = await started('gate', ...selection, '--report');

    expect(version).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    expect(gate).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nallure {2}/) as string,
    });
  });

  test('gate writes below the folder of its caller, and nothing into the package', async () => {
    const before = installed.list();

    const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-*,VERSION-*,UNIQUE-*'];
    const { code, stdout, stderr } = await installed.run(
      'npx',
      'assay',
      'gate',
      ...selection,
      '--report',
    );

    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain(`run     ${join(installed.folder, 'reports', 'out')}`);
    expect(stdout).toContain(`allure  ${join(installed.folder, 'reports', 'out')}`);
    expect(stdout).toMatch(/\nconformant[^:]*: /);
    expect(installed.list()).toEqual(before);
  });

  test('explain names the files of the package', async () => {
    const { stdout } = await assay('explain', 'GAP-CONTRACT-03');

    const files = [...stdout.slice(stdout.indexOf('\nfiles ')).matchAll(/[\w/-]+\.\w+/g)].map(
      String,
    );

    expect(files).toContain('reference/faults/gap-rules/contract-location.js');
    expect(files.filter((path) => !packedPaths().includes(`dist/${path}`))).toEqual([]);
  });

  test('a command that needs the sources says so in one sentence', async () => {
    const { code, stdout, stderr } = await assay('exam', '--source');

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^assay: assay exam --source needs a checkout of Assay, .* there\n$/m);
  });

  test('refuses a Node that is too old, with the required version', async ({ skip }) => {
    const old = oldNode() ?? skip('no Node older than 22 on this machine');
    const main = join(installed.folder, 'node_modules', 'assay', 'bin', 'assay.mjs');
    const { code, stdout, stderr } = await installed.run(old.path, main, 'gate');

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `assay: Node.js 22.19.0 or newer is needed, this is ${old.version.slice(1)} (${old.path}); ` +
        'install Node.js 24 (https://nodejs.org) and repeat the command.\n',
    );
  });

  test('a program gets plan, verdicts and end of a run, and nothing is printed', async () => {
    write('judge.mjs', JUDGING_PROGRAM);

    const { code, stdout, stderr } = await installed.run(process.execPath, 'judge.mjs');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ exitCode: 0, same: true, passed: true, refused: true });
  });

  test('a typed target compiles with strict settings, and works', async () => {
    write('target.mts', TYPED_TARGET);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      module: 'nodenext',
      target: 'esnext',
      lib: ['esnext'],
      types: ['node'],
      typeRoots: [join(PROJECT, 'node_modules', '@types')],
      noEmit: true,
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['target.mts'] }));
    const tsc = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');

    const compiled = await installed.run(process.execPath, tsc);
    const judged = await assay('gate', '--target', 'target.mts');

    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(judged.code).toBe(2);
    expect(judged.stderr).toContain(
      'base_url http://127.0.0.1:1: no connection can be established',
    );
  });

  test('the public types match the snapshot', async () => {
    const types = [
      'runner/api',
      'runner/vitest',
      'runner/run-request',
      'client/target/define-target',
    ];
    const texts = types.map((name) => {
      const file = join(installed.folder, 'node_modules', 'assay', 'dist', 'types', `${name}.d.ts`);
      return `// ${name}.d.ts\n${readFileSync(file, 'utf8')}`;
    });

    await expect(texts.join('\n')).toMatchFileSnapshot('api.snapshot.txt');
  });

  test.each(drawnNames.filter((name) => name === DOCUMENT))(
    'the output of %s is as documented, line by line',
    async () => {
      const [base = 0, gap = 0] = await freePorts(2);
      const text = readFileSync(join(PROJECT, 'docs', 'first-verdict.md'), 'utf8')
        .replaceAll('4010', String(base))
        .replaceAll('4011', String(gap));
      const [pack, folder, install, ...steps] = transcriptOf(text);
      const cwd = join(installed.folder, 'first verdict');
      mkdirSync(cwd);

      // These three ran before all tests.
      expect([pack?.command, folder?.command, install?.command]).toEqual([
        'npm ci && npm pack',
        'mkdir ../my-tests && cd ../my-tests && npm init --yes',
        'npm install --save-dev ../assay/assay-*.tgz',
      ]);
      // The gate above tests npx itself.
      const bin = join(installed.root, 'quick');
      mkdirSync(bin);
      const npx = `#!/bin/sh\nprogram=$1\nshift\nexec '${dirname(program())}'/"$program" "$@"\n`;
      writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
      const env = { ...installed.env, PATH: [bin, installed.env['PATH']].join(delimiter) };
      const printed = await runTranscript(steps, cwd, env);

      expect(steps.length).toBeGreaterThan(10);
      expect(printed).toHaveLength(steps.length);
      const differ = steps.flatMap((step, at) =>
        printedBy(step).test(printed[at] ?? '') ? [] : [`$ ${step.command}\n${printed[at]}`],
      );
      expect(differ).toEqual([]);
    },
  );

  test.for(drawnNames.filter((name) => name === IMAGE))(
    'the last steps of %s make a working installation that stays unchanged',
    async (_, { skip }) => {
      const k6 = await k6ForTests();
      const { path } = 'reason' in k6 ? skip(k6.reason) : k6;
      const folder = join(installed.root, 'image');
      const image = buildImageFolder(folder, join(installed.root, installed.packed.filename), path);
      const before = image.list();

      const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-*', '--runs', '1'];
      const gate = runInImage(image, 'gate', ...selection);
      const found = runInImage(image, 'k6');

      expect(gate).toMatchObject({ status: 0 });
      expect(gate.stdout).toContain(`run     ${join(image.at('work'), 'reports', 'out')}`);
      expect(found.stdout).toContain(`  ${image.at('usr/local/bin/k6')}\nfound on PATH\n`);
      expect(image.list()).toEqual(before);
      expect(readdirSync(image.at('work'))).toEqual(['reports']);
    },
  );
});
