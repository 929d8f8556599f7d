import { type Choices, choicesWith } from './choices.ts';
import { choicesByChance } from './chance.ts';
import { DIALECT_TABLE } from './dialect-table.ts';

/** A correct service with its own decisions on the open points. */
export interface Dialect {
  readonly name: string;
  /** Its peculiarity, one sentence. */
  readonly what: string;
  readonly choices: Choices;
  /** True if it is so slow that an exam runs it once only. */
  readonly slow?: true;
}

/** Every named dialect, `plain` first. A harness that fails one of them is wrong. */
export const DIALECTS: readonly Dialect[] = Object.entries(DIALECT_TABLE).map(
  ([name, { what, slow, ...changes }]) => ({
    name,
    what,
    ...(slow ? { slow } : {}),
    choices: choicesWith(changes),
  }),
);

/**
 * A correct service whose decisions are all drawn: 200 seeds are 200 different services. `seed`: an
 * integer.
 */
export const chance = (seed: number): Dialect => ({
  name: `chance:${seed}`,
  what: 'decides every open point by chance; the same seed decides the same',
  choices: choicesByChance(seed),
});

/** The dialect of this name; `chance:SEED` decides by chance. Throws with the known names. */
export const dialectOf = (name: string): Dialect => {
  const [, seed] = /^chance:(\d{1,10})$/.exec(name) ?? [];
  if (seed !== undefined) return chance(Number(seed));
  const found = DIALECTS.find((dialect) => dialect.name === name);
  if (found) return found;
  const known = DIALECTS.map((dialect) => dialect.name).join(', ');
  throw new Error(`there is no dialect "${name}"; known are: ${known}, chance:SEED`);
};
