import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../../client/target.ts';
import { runLimited } from './run-limited.ts';

/** A cold build takes about a minute on two cores; a slow machine gets ten. */
const LONGEST = 600;
const SOURCE = join(import.meta.dirname, '..');

/** What Go needs of an environment: where its files are, and how it gets to its module proxy. */
const GO_VARIABLES =
  /^(PATH|HOME|USERPROFILE|LOCALAPPDATA|TMPDIR|TEMP|GO\w+|SSL_CERT_\w+|HTTPS?_PROXY|NO_PROXY)$/i;

const goEnvironment = (environment: Environment): Record<string, string> => {
  const known = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && GO_VARIABLES.test(entry[0]),
  );
  return { HOME: homedir(), ...Object.fromEntries(known), CGO_ENABLED: '0', GOFLAGS: '' };
};

/**
 * Builds k6 with `go` from `load/go.mod` into `file`, in about a minute the first time. Throws with what Go said, its last
 * ten lines.
 */
export const buildK6 = async (
  go: string,
  file: string,
  environment: Environment,
  signal?: AbortSignal,
): Promise<void> => {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  const said: string[] = [];
  try {
    const end = await runLimited({
      program: go,
      args: [
        'build',
        '-mod=readonly',
        '-trimpath',
        '-ldflags=-s -w',
        '-o',
        fresh,
        'go.k6.io/k6/v2',
      ],
      cwd: SOURCE,
      seconds: LONGEST,
      environment: goEnvironment(environment),
      signal,
      onError: (line) => said.push(line),
    });
    if (end.overdue) throw new Error(`go build was not done after ${LONGEST} s`);
    if (end.code !== 0)
      throw new Error(`go build ended with ${end.code}: ${said.slice(-10).join('\n')}`);
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
};
