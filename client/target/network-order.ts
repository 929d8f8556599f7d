import type { Environment } from '../target.ts';
import type { Issue } from './target-issues.ts';
import { valueAt } from './target-path.ts';

/** An issue, and the variable that it comes from where that is not the target. */
export type NetworkIssue = Issue & { readonly source?: string };

/** What the reading depends on. */
export interface NetworkOrder {
  /** With its references resolved; it need not be valid. */
  readonly document: unknown;
  /** `proxy` as it was written, with its references. */
  readonly writtenProxy: unknown;
  /** `tls` as it was written. */
  readonly writtenTls?: unknown;
  /** Whether the caller wants no certificate verified. */
  readonly insecure?: boolean | undefined;
  readonly environment: Environment;
  /** The flags that Node was started with. */
  readonly nodeFlags?: readonly string[];
  /** Paths are relative to it. */
  readonly folder: string;
}

/** The text at a key, without blanks around it; undefined where there is none. */
export const textAt = (document: unknown, key: string): string | undefined => {
  const value = valueAt(document, [key]);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};
