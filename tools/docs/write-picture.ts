import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { PROJECT } from '../../client/project.ts';
import { consolePicture } from './console-picture.ts';
import { CARD_SIZE, SOCIAL_CARD, socialCard } from './social-card.ts';

// npm run docs:picture: renders the README's picture from a real run, whose command the README names, and the social card.
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

// The package holds a browser for Linux on x64.
const executablePath = await sparticuz.executablePath();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: CARD_SIZE });
  await page.setContent(socialCard());
  await page.screenshot({ path: join(PROJECT, 'docs', SOCIAL_CARD) });
} finally {
  await browser.close();
}
