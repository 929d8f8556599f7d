import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cellVerdict, runRecord } from '../reports/testing/sample-record.ts';
import { writeCodeQuality, writeJunit } from '../runner/report-files.ts';
import { outputErrorText } from '../runner/output-error.ts';
import { checkOutputPaths } from '../runner/output-paths.ts';
import { chooseRun } from '../runner/replay/replay-choice.ts';
import { replayLine } from '../runner/replay/replay-line.ts';
import { parseTarget } from '../runner/parse-values.ts';
import { schemaLine } from '../doctor/schema-line.ts';
import { createRunFolder, latestName } from '../store/run-folder.ts';
import { resolveRun } from '../store/resolve-run.ts';
import { packRun, unpackRun } from '../store/certificate/packed-run.ts';
import { placeOf } from './check-writable.ts';
import { targetFileName } from './target/text-file.ts';
import { processEnvironment } from './target.ts';
import { programFile, PROJECT, resolveCallerPath, runsFolder } from './project.ts';
import { isInside, pathBelow, shortestPath, shownPath } from './paths.ts';
import { asWindows, FOLDER } from './testing/as-windows.ts';

const { raw } = String;

const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-windows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** A disk that holds the current folder. */
const newDisk = (): string => {
  const disk = temporary();
  mkdirSync(join(disk, 'C', 'work', 'service'), { recursive: true });
  return disk;
};

test('the stand-in has the paths of Windows, and is undone', async () => {
  expect(await asWindows(() => resolve('x'))).toBe(`${FOLDER}\\x`);
  expect(resolve('/x')).toBe('/x');
  expect(process.platform).not.toBe('win32');
});

test.for([
  [raw`C:\work`, raw`C:\work\a\b.yaml`, 'a/b.yaml'],
  [raw`C:\work`, raw`C:/work/a\b/c.yaml`, 'a/b/c.yaml'],
  [raw`C:\work`, raw`c:\WORK\a`, 'a'],
  [raw`C:\work`, raw`C:\works\a`, undefined],
  [raw`C:\work`, raw`C:\work\..a`, '..a'],
  [raw`C:\work`, raw`D:\work\a`, undefined],
  [raw`C:\work`, raw`\\server\share\a`, undefined],
  [raw`\\server\share\x`, raw`\\server\share\x\a\b`, 'a/b'],
  [raw`\\server\share`, raw`\\server\other\a`, undefined],
  ['C:\\', raw`C:\a`, 'a'],
] as const)('from %s, %s is %s', async ([folder, path, below]) => {
  expect(await asWindows(() => pathBelow(folder, path))).toBe(below);
  expect(await asWindows(() => isInside(folder, path))).toBe(below !== undefined);
});

test.for([
  [raw`${FOLDER}\conf\target.yaml`, 'conf/target.yaml', 'conf/target.yaml'],
  [raw`C:\work\other\x`, 'C:/work/other/x', '../other/x'],
  [raw`D:\runs\x`, 'D:/runs/x', 'D:/runs/x'],
  [raw`\\server\share\runs\x`, '//server/share/runs/x', '//server/share/runs/x'],
] as const)('%s is shown as %s, and %s is the shortest', async ([path, shown, shortest]) => {
  expect(await asWindows(() => shownPath(path))).toBe(shown);
  expect(await asWindows(() => shortestPath(path))).toBe(shortest);
  expect(await asWindows(() => resolve(shortestPath(path)))).toBe(path);
});

test('a replay line needs no quotes, so that every shell can read it', async () => {
  const verdict = { requirement: 'GAP-CONTRACT-01' } as const;
  const order = { seed: 7, target: raw`${FOLDER}\conf\target.yaml`, fault: [] };
  const lineFor = (path: string): Promise<string> =>
    asWindows(() => replayLine(verdict, order, { path }));
  const start = 'assay replay GAP-CONTRACT-01 --seed 7';

  expect(await lineFor(raw`D:\runs\20261121-120001-gate-7`)).toBe(
    `${start} --run D:/runs/20261121-120001-gate-7 --target conf/target.yaml`,
  );
  expect(await lineFor(raw`${FOLDER}\out\a-run`)).toContain(' --run out/a-run ');
  expect(await lineFor(raw`c:\work\service\reports\out\a-run`)).toContain(' --run a-run ');
});

test('JUnit and code quality name the target file with slashes, and none on another drive', async () => {
  const disk = newDisk();
  const written = (targetFile: string) =>
    asWindows(
      () => {
        const record = { ...runRecord(), targetFile };
        const verdicts = [cellVerdict({})];
        const [xml, issues] = [raw`${FOLDER}\new\j.xml`, raw`${FOLDER}\q.json`];
        const source = { record, verdicts, findings: [], exchanges: [] };
        writeJunit([xml], { ...source, curl: () => '', replay: () => '' });
        writeCodeQuality(issues, { record, verdicts }, () => '');
        return [xml, issues].map((file) => readFileSync(file, 'utf8'));
      },
      { disk },
    );

  const [xml, issues] = await written(raw`${FOLDER}\conf\target.yaml`);
  expect([xml, issues].join()).toMatch(
    /file="conf\/target\.yaml"[^]*"path": ?"conf\/target\.yaml"/,
  );
  const [none, nowhere] = await written(raw`D:\conf\target.yaml`);
  expect(none).not.toContain('target.yaml');
  expect(nowhere).toMatch(/"path": ?"assay"/);
});

test.for([
  ['--out', raw`C:\runs`, raw`C:\runs\a-run\page.html`],
  ['--junit', 'D:\\', raw`D:\j.xml`],
  ['--junit', raw`c:\Runs\j.xml`, raw`C:\runs\j.xml`],
] as const)('%s %s is the option that wrote %s', async ([option, given, path]) => {
  const error = Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write', path });
  const args = ['--key', raw`C:\run`, option, given];

  expect(await asWindows(() => outputErrorText(error, { args }))).toContain(`with ${option}, `);
});

test('two outputs that differ only in case are one file', async () => {
  const [junit, codeQuality] = [raw`${FOLDER}\Out.xml`, raw`c:\work\service\out.XML`];
  const check = () => checkOutputPaths({ out: raw`${FOLDER}\out`, junit, codeQuality });

  await expect(asWindows(check, { disk: newDisk() })).rejects.toThrow(
    'is also the file of --junit',
  );
  expect(placeOf('/a/B')).not.toBe(placeOf('/a/b'));
});

test('a target of several is named with its drive', async () => {
  const named = raw`C:\x\target.yaml#blue`;

  expect(await asWindows(() => parseTarget(named))).toBe(named);
  expect(targetFileName(named)).toEqual({ path: raw`C:\x\target.yaml`, choice: 'blue' });
  await expect(asWindows(() => parseTarget(raw`C:\x\#blue`))).rejects.toThrow(
    'The file is missing',
  );
});

test('the schema is a path below the folder of the target, else a URL', async () => {
  const line = (file: string) => asWindows(() => schemaLine(file));
  const root = PROJECT.replaceAll('/', '\\');

  expect(await line(`C:${root}target.yaml`)).toMatch(/=\.\/client\/target\/target\.schema\.json$/);
  for (const drive of ['D:', raw`\\server\share`])
    expect(await line(`${drive}${root}target.yaml`)).toMatch(/=file:\/\/\/\S+$/);
});

test('files of the program have slashes in their names', async () => {
  expect(await asWindows(() => programFile(import.meta.url))).toBe('client/windows-paths.test.ts');
});

const NOON = new Date('2026-11-21T12:00:01.500Z');

test('where links are refused, every way to name the latest run follows the text file', async () => {
  const disk = newDisk();
  const [run, certificate, replayed] = await asWindows(
    () => {
      const { path } = createRunFolder(runsFolder(), 'gate-7', NOON);
      const given = raw`reports\out\latest`;
      const ways = ['latest', given, 'reports/out/latest', raw`C:\work/service\reports/out\latest`];
      expect(ways.map((way) => resolveRun(way))).toEqual(ways.map(() => path));
      const wanted = { named: 'ID-01', requirements: ['ID-01'] } as const;
      const caller = {
        flags: [],
        address: '',
        namedBy: '',
        source: () => Promise.resolve(undefined),
      };
      return [
        path,
        resolveCallerPath(raw`reports\out\latest\certificate.json`),
        () => chooseRun(given, wanted, { out: runsFolder(), version: '1.0.0', caller }),
      ] as const;
    },
    { disk, refuses: ['symlinkSync'] },
  );

  expect(run).toBe(raw`${FOLDER}\reports\out\20261121-120001-gate-7`);
  expect(certificate).toBe(raw`${run}\certificate.json`);
  await expect(asWindows(replayed, { disk })).rejects.toThrow(`${run} is empty`);
});

test('where nothing can be renamed over a link, latest stays a link', async () => {
  const disk = newDisk();
  const root = raw`${FOLDER}\out`;
  const latest = await asWindows(
    () =>
      [1, 2].map((seed) => {
        createRunFolder(root, `gate-${seed}`, NOON);
        return latestName(root);
      }),
    { disk },
  );

  expect(latest).toEqual([1, 2].map((seed) => `20261121-120001-gate-${seed}`));
  expect(readdirSync(join(disk, 'C', 'work', 'service', 'out'))).not.toContain('latest.txt');
});

test('names of runs and of their files are valid', async () => {
  const made = await asWindows(() => createRunFolder(raw`D:\out`, 'gate:7?*|"<x>', NOON), {
    disk: newDisk(),
  });
  const files = Object.values(made).flatMap((each: string | Readonly<Record<string, string>>) =>
    typeof each === 'string' ? [each] : Object.values(each),
  );

  expect(made.path).toBe(raw`D:\out\20261121-120001-gate-7-x-`);
  expect(files.filter((file) => /[:*?"<>|]|[. ]$/.test(file.slice(2)))).toEqual([]);
});

test('a run packed there has names with slashes, and is unpacked there', async () => {
  const disk = newDisk();
  const run = raw`${FOLDER}\out\a-run`;
  const unpacked = await asWindows(
    async () => {
      mkdirSync(raw`${run}\allure-results`, { recursive: true });
      writeFileSync(raw`${run}\run.json`, '{}');
      writeFileSync(raw`${run}\allure-results\a-result.json`, '{}');
      return unpackRun(await packRun(run), FOLDER);
    },
    { disk },
  );

  expect(unpacked).toBe(raw`${FOLDER}\a-run`);
  const packed = join(disk, 'C', 'work', 'service', 'out', 'a-run.run.tar.gz');
  const here = unpackRun(packed, temporary());
  expect(readdirSync(here, { recursive: true })).toContain(join('allure-results', 'a-result.json'));
});

test('variables have one name in any case', async () => {
  vi.stubEnv('Path_Of_A_Test', 'x');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(await asWindows(() => processEnvironment()['PATH_OF_A_TEST'])).toBe('x');
  expect(processEnvironment()['PATH_OF_A_TEST']).toBeUndefined();
});
