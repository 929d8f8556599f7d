import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import type { K6Archive } from './k6-archives.ts';
import { runLimited } from './run-limited.ts';

const LONGEST = 300;

const fetched = async (url: string, signal: AbortSignal, redirects = 5): Promise<Buffer> => {
  const answer = await request(url, { signal });
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
    await answer.body.dump();
    if (redirects === 0) throw new Error(`${url} redirects in circles`);
    return fetched(new URL(location, url).href, signal, redirects - 1);
  }
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return Buffer.from(await answer.body.arrayBuffer());
};

/** Downloads a release of k6 and unpacks its program to `file`. Throws where the digest is not the one that is kept. */
export const downloadK6 = async (
  archive: K6Archive,
  file: string,
  stop?: AbortSignal,
): Promise<void> => {
  const late = AbortSignal.timeout(LONGEST * 1000);
  const bytes = await fetched(archive.url, stop ? AbortSignal.any([stop, late]) : late);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== archive.sha256) {
    throw new Error(
      `${archive.url} has the SHA-256 ${digest}, but ${archive.sha256} was wanted; it was not used`,
    );
  }
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(join(dirname(file), 'download-'));
  try {
    const packed = join(folder, 'k6.tar.gz');
    writeFileSync(packed, bytes);
    const end = await runLimited({
      program: 'tar',
      args: ['-xzf', packed, '-C', folder, archive.program],
      seconds: 60,
      environment: { PATH: '/usr/bin:/bin' },
    });
    if (end.code !== 0) throw new Error(`tar could not unpack ${archive.url}`);
    chmodSync(join(folder, archive.program), 0o755);
    renameSync(join(folder, archive.program), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
