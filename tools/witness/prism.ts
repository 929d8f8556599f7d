import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../client/target/env-file.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import { type Installation, installOnce } from './install-once.ts';
import type { RunningMock } from './random-service.ts';

const PRISM = '5.16.0';
/** Seconds that a mock may live. */
const LONGEST = 600;

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund'];

const INSTALLATION: Installation = {
  name: `prism-${PRISM}`,
  hint: `npm run witness needs npm and its registry once, for @stoplight/prism-cli ${PRISM}`,
  steps: (folder) => [
    ['npm', 'install', ...QUIETLY, '--prefix', folder, `@stoplight/prism-cli@${PRISM}`],
  ],
};

/** The program of Prism, from the cache or installed into it. Throws UsageError, which says what is needed. */
export const findPrism = async (environment: Environment): Promise<string> =>
  join(await installOnce(INSTALLATION, environment), 'node_modules', '.bin', 'prism');

/** Starts Prism's mock of an OpenAPI document, with bodies that it draws, in a process of its own. Rejects where it ends at once. */
export const startPrism = async (
  program: string,
  text: string,
  folder: string,
): Promise<RunningMock> => {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, text);
  const stop = new AbortController();
  const listening = Promise.withResolvers<string>();
  const ended = runLimited({
    program: process.execPath,
    args: [program, 'mock', '--dynamic', '--seed', '1', '--port', '0', document],
    seconds: LONGEST,
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    signal: stop.signal,
    onOutput: (line) => {
      const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) listening.resolve(address);
    },
  });
  ended.then(() => listening.reject(new Error('Prism ended')), listening.reject);
  const address = await listening.promise;
  const close = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  return { address, close };
};
