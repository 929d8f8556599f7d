import type { Environment } from '../../client/target/env-file.ts';
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { runLimited } from './run-limited.ts';
import { homedir } from 'node:os';

/** The one supported version of k6; `go.mod` pins the same. */
export const K6_VERSION = '2.2.0';

const NAME = `k6-v${K6_VERSION}-linux-amd64`;
const SHA256 = 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d';
const RELEASE = `https://github.com/grafana/k6/releases/download/v${K6_VERSION}`;

/**
 * The release for a platform such as `linux-x64`, and the path of the program inside; undefined if no digest is
 * recorded here.
 */
export const archiveFor = (platform: string, release = RELEASE) =>
  platform === 'linux-x64'
    ? { url: `${release}/${NAME}.tar.gz`, sha256: SHA256, program: `${NAME}/k6` }
    : undefined;

const DOWNLOADING = 300;

const fetched = async (url: string, signal: AbortSignal, redirects = 5): Promise<Buffer> => {
  const answer = await request(url, { signal });
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
    await answer.body.dump();
    if (redirects === 0) throw new Error(`${url} redirects in a loop`);
    return fetched(new URL(location, url).href, signal, redirects - 1);
  }
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return Buffer.from(await answer.body.arrayBuffer());
};

/** Downloads a release of k6 and unpacks its program to `file`. Throws if the digest does not match the recorded one. */
export const downloadK6 = async (
  archive: NonNullable<ReturnType<typeof archiveFor>>,
  file: string,
  stop?: AbortSignal,
): Promise<void> => {
  const late = AbortSignal.timeout(DOWNLOADING * 1000);
  const bytes = await fetched(archive.url, stop ? AbortSignal.any([stop, late]) : late);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== archive.sha256) {
    throw new Error(
      `${archive.url} has the SHA-256 ${digest}, expected ${archive.sha256}; it was not used`,
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
    if (end.code !== 0) throw new Error(`tar could not extract ${archive.url}`);
    chmodSync(join(folder, archive.program), 0o755);
    renameSync(join(folder, archive.program), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A Go program to build on this machine. */
export interface GoBuild {
  /** Path of the `go` command. */
  readonly go: string;
  /** Folder with its `go.mod`, and `go.sum`, which has the checksums of all its sources. */
  readonly source: string;
  /** The package, such as `.`. */
  readonly what: string;
  /** Path of the binary. */
  readonly file: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
}

/** A cold build takes about a minute on two cores; a slow machine gets ten. */
const BUILDING = 600;

/** Environment variables that Go needs: its folders, and access to its module proxy. */
const GO_VARIABLES =
  /^(PATH|HOME|USERPROFILE|LOCALAPPDATA|TMPDIR|TEMP|GO\w+|SSL_CERT_\w+|HTTPS?_PROXY|NO_PROXY)$/i;

const goEnvironment = (environment: Environment): Record<string, string> => {
  const known = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && GO_VARIABLES.test(entry[0]),
  );
  return { HOME: homedir(), ...Object.fromEntries(known), CGO_ENABLED: '0', GOFLAGS: '' };
};

/** Builds a program, in about a minute the first time. Throws with the last ten lines of Go's output. */
export const buildGo = async (build: GoBuild): Promise<void> => {
  const { go, source, what, file, environment, signal } = build;
  mkdirSync(dirname(file), { recursive: true });
  // Another process may build the same at the same time.
  const fresh = `${file}.${randomUUID()}`;
  const output: string[] = [];
  try {
    const end = await runLimited({
      program: go,
      args: ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', fresh, what],
      cwd: source,
      seconds: BUILDING,
      environment: goEnvironment(environment),
      signal,
      onError: (line) => output.push(line),
    });
    if (end.overdue) throw new Error(`go build did not finish within ${BUILDING} s`);
    if (end.code !== 0)
      throw new Error(`go build ended with ${end.code}: ${output.slice(-10).join('\n')}`);
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
};
