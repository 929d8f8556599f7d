import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadTarget, type TargetSource } from '../target/load-target.ts';
import type { Environment } from '../target/env-file.ts';
import { TargetError } from '../target/target-error.ts';
import { NO_ENVIRONMENT } from './test-target.ts';

/** Loads a target with these variables only. */
export const load = (source: TargetSource, environment: Environment = {}) =>
  loadTarget({ ...source, environment: { ...NO_ENVIRONMENT, ...environment } });

/** Absolute path of a temporary file with this name and text, removed when the test is finished. */
export const file = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-target-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Error with which the target is rejected. */
export const refusal = async (source: TargetSource, environment: Environment = {}) => {
  const error: unknown = await load(source, environment).catch((caught: unknown) => caught);
  if (error instanceof TargetError) return error;
  throw new Error('the target was not refused', { cause: error });
};
