import { join } from 'node:path';
import type { Environment } from '../../client/target/env-file.ts';
import { type Installation, installOnce } from './install-once.ts';

/** The one version that the explanations are written for. */
export const SCHEMATHESIS = '4.32.5';

const PIP_INSTALL = ['-m', 'pip', 'install', '--quiet'];

const INSTALLATION: Installation = {
  name: `schemathesis-${SCHEMATHESIS}`,
  hint: `npm run witness needs Python 3.10 or newer with venv and pip, and PyPI once, for schemathesis ${SCHEMATHESIS}`,
  steps: (folder) => [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'python'), ...PIP_INSTALL, `schemathesis==${SCHEMATHESIS}`],
  ],
};

/**
 * The program `st` of Schemathesis, from the cache or installed into it with Python and pip, each in a folder of its own.
 * Throws UsageError, which says what is needed.
 */
export const findSchemathesis = async (environment: Environment): Promise<string> =>
  join(await installOnce(INSTALLATION, environment), 'bin', 'st');
