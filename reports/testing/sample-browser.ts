import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

// Browser in which the tests of this folder open pages. Used only by them.

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** CHROMIUM_PATH, an installed browser, or that of the package (linux x64 only), in this order. */
const findBrowser = async (given: string | undefined): Promise<string | undefined> => {
  if (given !== undefined && given !== '') return given;
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const isCarried = process.platform === 'linux' && process.arch === 'x64';
  return isCarried ? sparticuz.executablePath() : undefined;
};

/** Milliseconds that an action of a page may take: a page that hangs differs from a busy machine. */
export const ACTION_MS = 120_000;

/** Reaches 127.0.0.1 only: a page that loads something from elsewhere fails here, too. */
const ARGUMENTS = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** Times that a start is tried, and milliseconds between two, while another test file unpacks the browser of the package. */
const UNPACKING = { tries: 120, wait: 500 } as const;

/** Starts the browser. Its file is busy (ETXTBSY) as long as somebody writes it. */
const launch = async (executablePath: string): Promise<Browser> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await chromium.launch({ executablePath, args: ARGUMENTS });
    } catch (error) {
      if (tried === UNPACKING.tries || !String(error).includes('ETXTBSY')) throw error;
      await sleep(UNPACKING.wait);
    }
  }
};

/** Headless browser, or the reason why there is none. */
export const openBrowser = async (
  given: string | undefined,
): Promise<{ browser: Browser } | { reason: string }> => {
  const executablePath = await findBrowser(given);
  if (executablePath === undefined) {
    return { reason: 'no browser found; install chromium or set CHROMIUM_PATH' };
  }
  try {
    return { browser: await launch(executablePath) };
  } catch (error) {
    return { reason: `${executablePath} does not start: ${String(error).split('\n')[0]}` };
  }
};
