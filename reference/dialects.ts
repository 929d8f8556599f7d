import type { Dialect } from './dialects/dialect.ts';
import { apiKey } from './dialects/api-key.ts';
import { chance } from './dialects/chance.ts';
import { eventual } from './dialects/eventual.ts';
import { exchanged } from './dialects/exchanged.ts';
import { forbidding } from './dialects/forbidding.ts';
import { headerIds } from './dialects/header-ids.ts';
import { idempotent } from './dialects/idempotent.ts';
import { impatient } from './dialects/impatient.ts';
import { late } from './dialects/late.ts';
import { lenient } from './dialects/lenient.ts';
import { metered } from './dialects/metered.ts';
import { minimal } from './dialects/minimal.ts';
import { midnight } from './dialects/midnight.ts';
import { mixed } from './dialects/mixed.ts';
import { openReads } from './dialects/open-reads.ts';
import { noAmount } from './dialects/no-amount.ts';
import { narrow } from './dialects/narrow.ts';
import { oauth2 } from './dialects/oauth2.ts';
import { ornate } from './dialects/ornate.ts';
import { ownerOnly } from './dialects/owner-only.ts';
import { plain } from './dialects/plain.ts';
import { prefixed } from './dialects/prefixed.ts';
import { reservedIds } from './dialects/reserved-ids.ts';
import { shared } from './dialects/shared.ts';
import { slow } from './dialects/slow.ts';
import { sporadic } from './dialects/sporadic.ts';
import { strict } from './dialects/strict.ts';
import { wire } from './dialects/wire.ts';

/** Every dialect with a name of its own, `plain` first. A harness that fails one of them is wrong. */
export const DIALECTS: readonly Dialect[] = [
  plain,
  apiKey,
  prefixed,
  late,
  oauth2,
  reservedIds,
  headerIds,
  minimal,
  ornate,
  lenient,
  strict,
  mixed,
  wire,
  slow,
  eventual,
  narrow,
  midnight,
  exchanged,
  shared,
  openReads,
  ownerOnly,
  forbidding,
  impatient,
  sporadic,
  idempotent,
  noAmount,
  metered,
];

/** The dialect of this name; `chance:SEED` decides by chance. Throws with the known names. */
export const dialectOf = (name: string): Dialect => {
  const [, seed] = /^chance:(\d{1,10})$/.exec(name) ?? [];
  if (seed !== undefined) return chance(Number(seed));
  const found = DIALECTS.find((dialect) => dialect.name === name);
  if (found) return found;
  const known = DIALECTS.map((dialect) => dialect.name).join(', ');
  throw new Error(`there is no dialect "${name}"; known are: ${known}, chance:SEED`);
};
