import type { Dialect } from './dialects/dialect.ts';
import { apiKey } from './dialects/api-key.ts';
import { late } from './dialects/late.ts';
import { plain } from './dialects/plain.ts';
import { prefixed } from './dialects/prefixed.ts';

/** Every dialect, `plain` first. A harness that fails one of them is wrong. */
export const DIALECTS: readonly Dialect[] = [plain, apiKey, prefixed, late];

/** The dialect of this name. Throws with the known names. */
export const dialectOf = (name: string): Dialect => {
  const found = DIALECTS.find((dialect) => dialect.name === name);
  if (found) return found;
  const known = DIALECTS.map((dialect) => dialect.name).join(', ');
  throw new Error(`there is no dialect "${name}"; known are: ${known}`);
};
