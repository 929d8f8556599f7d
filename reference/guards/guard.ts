import type { Call } from '../call.ts';

/** Looks at a request before its body is read; throws a Refusal. `id` is what a fault names to take it away. */
export interface Guard {
  readonly id: string;
  check(call: Call): void;
}
