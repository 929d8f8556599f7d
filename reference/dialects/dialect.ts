import type { Choices } from '../choices.ts';

/** A correct service that decides the open points in a way of its own. */
export interface Dialect {
  readonly name: string;
  /** What is special about it, one sentence. */
  readonly what: string;
  readonly choices: Choices;
  /** Takes its time, so that an exam runs it once only. */
  readonly slow?: true;
}
