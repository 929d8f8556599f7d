import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Environment } from '../client/target/env-file.ts';
import { runLimited } from './k6/run-limited.ts';

/** A program in Go that is built on this machine. */
export interface GoBuild {
  /** The `go` that builds it. */
  readonly go: string;
  /** Holds its `go.mod`, and `go.sum`, which has the checksums of all its sources. */
  readonly source: string;
  /** The package, such as `.`. */
  readonly what: string;
  /** What is made. */
  readonly file: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
}

/** A cold build takes about a minute on two cores; a slow machine gets ten. */
const LONGEST = 600;

/** What Go needs of an environment: where its files are, and how it gets to its module proxy. */
const GO_VARIABLES =
  /^(PATH|HOME|USERPROFILE|LOCALAPPDATA|TMPDIR|TEMP|GO\w+|SSL_CERT_\w+|HTTPS?_PROXY|NO_PROXY)$/i;

const goEnvironment = (environment: Environment): Record<string, string> => {
  const known = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && GO_VARIABLES.test(entry[0]),
  );
  return { HOME: homedir(), ...Object.fromEntries(known), CGO_ENABLED: '0', GOFLAGS: '' };
};

/** Builds a program, in about a minute the first time. Throws with what Go said, its last ten lines. */
export const buildGo = async (build: GoBuild): Promise<void> => {
  const { go, source, what, file, environment, signal } = build;
  mkdirSync(dirname(file), { recursive: true });
  // Others may build the same at the same time.
  const fresh = `${file}.${randomUUID()}`;
  const said: string[] = [];
  try {
    const end = await runLimited({
      program: go,
      args: ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', fresh, what],
      cwd: source,
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
