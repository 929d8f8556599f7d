import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../client/project.ts';
import { consolePicture } from './console-picture.ts';

// npm run docs:picture: renders the README's picture from a real run. The README names the same command.
const RUN = ['gate', '--line', 'jobloss', '--fault', 'jobloss-created-in-any-language-with-a-job'];

const runGate = promisify(execFile)(
  process.execPath,
  [join(PROJECT, 'cli', 'main.ts'), ...RUN, '--seed', '5'],
  { cwd: PROJECT, env: { PATH: '/usr/bin:/bin', FORCE_COLOR: '1' } },
);
// It exits with 1, as for any faulty service.
const { stdout } = await runGate.catch((error: unknown) => error as { readonly stdout: string });
const printed = `$ npx assay ${[...RUN, '--seed', '5'].join(' ')}\n${stdout.replaceAll(join(PROJECT, '/'), '')}`;
writeFileSync(join(PROJECT, 'docs', 'output.svg'), consolePicture(printed));
