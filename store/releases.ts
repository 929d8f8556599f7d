import { readFileSync } from 'node:fs';
import type { Release } from '../spec/releases.ts';

/** All releases, newest first; `npm run release` gives the first one its version. */
export const RELEASES = JSON.parse(
  readFileSync(new URL('../spec/releases.json', import.meta.url), 'utf8'),
) as readonly Release[];
