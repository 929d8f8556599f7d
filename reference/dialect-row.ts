import type { Changes, Choices } from './choices.ts';

/** A dialect: its peculiarity, in one sentence, and the open points on which it differs from `plain`. */
export interface DialectRow extends Changes<Choices> {
  readonly what: string;
  /** True if it is so slow that an exam runs it once only. */
  readonly slow?: true;
}
