import type { Rule } from './rules.ts';
import { creptBy, simulatedNights, type World } from './simulated-world.ts';

/** Nights before anything is counted: a rule has to learn first. */
const LEARNING = 20;
/** Nights within which a change has to be found. */
const WITHIN = 7;

/** Nights with a false alarm, of so many. */
export interface FalseAlarms {
  readonly nights: number;
  readonly alarmed: number;
}

/** Counts the nights of a world without any change on which a rule gives an alarm. */
export const falseAlarms = (world: World, rule: Rule, nights: number): FalseAlarms => {
  let alarmed = 0;
  let index = 0;
  for (const night of simulatedNights(world)) {
    if (index >= LEARNING + nights) break;
    const found = rule(night);
    if (index >= LEARNING && found.length > 0) alarmed += 1;
    index += 1;
  }
  return { nights, alarmed };
};

/** Whether a rule finds a change of the first `changed` series on one of them within 7 nights. */
export const isFound = (
  world: Omit<World, 'change'>,
  rule: Rule,
  by: number,
  changed: number,
): boolean => {
  // The change comes on any day of the week.
  const first = LEARNING + (world.seed % 7);
  const nights = simulatedNights({ ...world, change: { night: first, by, series: changed } });
  for (let index = 0; index < first + WITHIN; index += 1) {
    const next = nights.next();
    if (next.done === true) break;
    const found = rule(next.value);
    if (index >= first && found.some((series) => series < changed)) return true;
  }
  return false;
};

/** By how much a creeping service was slower when a rule gave its first alarm; Infinity: not before it was so much slower. */
export const foundAt = (
  world: Omit<World, 'change' | 'creep'>,
  rule: Rule,
  by: number,
  most: number,
): number => {
  const first = LEARNING + (world.seed % 7);
  const creeping = { ...world, creep: { night: first, by } };
  const nights = simulatedNights(creeping);
  for (let index = 0; ; index += 1) {
    const slower = creptBy(creeping, index) - 1;
    const next = nights.next();
    if (next.done === true || slower > most) return Infinity;
    if (rule(next.value).length > 0 && index >= first) return slower;
  }
};
