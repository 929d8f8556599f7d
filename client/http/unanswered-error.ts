import { UsageError } from '../usage-error.ts';

/** The service does not answer, or not as one: usage where a person waits for it, the end of a night that nobody watches. */
export class UnansweredError extends UsageError {}
