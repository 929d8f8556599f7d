import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLocalServer } from '../../client/testing/local-server.ts';
import { downloadK6, archiveFor, K6_VERSION } from './make-k6.ts';
import { findK6, K6Missing, saveDigest } from './k6.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-k6-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A fake program of this name that prints a version. */
const program = (where: string, version: string): string => {
  const file = join(where, 'k6');
  writeFileSync(file, `#!/bin/sh\necho "k6 v${version} (go1.26, linux/amd64)"\n`);
  chmodSync(file, 0o755);
  return file;
};

const serve = async (status: number, body: string): Promise<string> => {
  const server = await startLocalServer((_request, response) =>
    response.writeHead(status).end(body),
  );
  onTestFinished(() => server.close());
  return server.address;
};

test('uses k6 on the path if it has the supported version', async () => {
  const PATH = folder();
  const file = program(PATH, K6_VERSION);
  const k6 = await findK6({ environment: { PATH, ASSAY_CACHE: folder() } });
  expect(k6).toEqual({ path: file, origin: 'path', version: K6_VERSION, why: 'found on PATH' });
});

test('prefers the cache over another version on the path', async () => {
  const [PATH, ASSAY_CACHE] = [folder(), folder()];
  const other = program(PATH, '1.0.0');
  const made = program(ASSAY_CACHE, K6_VERSION);
  const cached = join(ASSAY_CACHE, `k6-${K6_VERSION}-${process.platform}-${process.arch}`);
  const { renameSync } = await import('node:fs');
  renameSync(made, cached);
  await saveDigest(cached);
  const k6 = await findK6({ environment: { PATH, ASSAY_CACHE } });
  expect(k6).toMatchObject({
    path: cached,
    origin: 'cache',
    why: `${other} is 1.0.0; in the cache`,
  });
});

test.each<readonly [string, (cached: string) => Promise<void>, RegExp]>([
  ['was exchanged after it was made', saveDigest, /was changed: its SHA-256 differs/],
  ['nobody made there', () => Promise.resolve(), /has no SHA-256 file next to it/],
])('does not start a program in the cache that %s', async (_what, keep, says) => {
  const ASSAY_CACHE = folder();
  const cached = join(ASSAY_CACHE, `k6-${K6_VERSION}-${process.platform}-${process.arch}`);
  const started = join(ASSAY_CACHE, 'started');
  writeFileSync(cached, 'what was made');
  await keep(cached);
  writeFileSync(cached, `#!/bin/sh\ntouch ${started}\necho "k6 v${K6_VERSION}"\n`);
  chmodSync(cached, 0o755);

  const search = findK6({ environment: { PATH: folder(), ASSAY_CACHE }, makeNone: true });

  await expect(search).rejects.toThrow(says);
  expect(existsSync(started)).toBe(false);
});

test('without Go and without a release it prints what to do', async () => {
  const release = await serve(404, '');
  const search = findK6({ environment: { PATH: folder(), ASSAY_CACHE: folder() }, release });
  await expect(search).rejects.toThrow(K6Missing);
  await expect(search).rejects.toThrow(/no Go on PATH.*Install Go.*put k6 2\.2\.0 on PATH/s);
});

test.each<readonly [string, string, boolean]>([
  ['is ended at its start', '#!/bin/sh\nkill -9 $$\n', true],
  ['cannot be started', '#!/etc/passwd\n', true],
  ['prints something else', '#!/bin/sh\necho hello\n', false],
])('macOS may hold back a k6 that %s', async (_what, text, isHeldBack) => {
  const PATH = folder();
  const file = join(PATH, 'k6');
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  const messageOn = async (platform: NodeJS.Platform): Promise<string> => {
    const own = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    const search = findK6({ environment: { PATH, ASSAY_CACHE: folder() }, makeNone: true });
    const message = await search.then(String, String);
    own.mockRestore();
    return message;
  };

  const advice = `xattr -d com.apple.quarantine ${file}`;
  expect((await messageOn('darwin')).includes(advice)).toBe(isHeldBack);
  expect(await messageOn('linux')).not.toContain('xattr');
});

test('does not use a release with another digest', async () => {
  const archive = archiveFor('linux-x64', await serve(200, 'something else'));
  if (!archive) throw new Error('no digest is kept for linux-x64');
  await expect(downloadK6(archive, join(folder(), 'k6'))).rejects.toThrow(
    /has the SHA-256 [0-9a-f]{64}, expected b5a8003c[0-9a-f]{56}; it was not used/,
  );
});
