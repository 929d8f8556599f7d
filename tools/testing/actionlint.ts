import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { RECIPES } from './recipe-project.ts';

/** Runs actionlint on a workflow; Go keeps what it built. Skips the test if it is not available. */
export const actionlint = ({ skip }: TestContext, workflow: string) => {
  const run = (args: readonly string[], input = '') =>
    spawnSync('go', ['tool', 'actionlint', ...args], {
      cwd: join(RECIPES, 'tools'),
      input,
      encoding: 'utf8',
      env: {
        ...process.env,
        // As k6 is built, so that the packages that both need are compiled once.
        CGO_ENABLED: '0',
        GOFLAGS: '-mod=readonly -trimpath',
      },
    });
  // The first call builds it, and Go prints its downloads.
  const { error, stderr: built } = run(['-version']);
  if (error) skip(`no Go on this machine: ${error.message}`);
  if (/proxyconnect|dial tcp|lookup .* no such host|module lookup disabled/.test(built))
    skip(`actionlint cannot be built: ${built.trim().split('\n').at(-1)}`);
  const { status, stdout, stderr } = run(['-'], workflow);
  return { status, output: stdout + stderr };
};
