import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileTrouble } from '../../client/output-place.ts';
import { UsageError } from '../../client/usage-error.ts';
import { writeWhole } from '../../store/whole-file.ts';

/** What is written: the target, and the `.env` where something is to be added to it. */
export interface FirstFiles {
  readonly target: { readonly path: string; readonly text: string };
  readonly env?: { readonly path: string; readonly text: string };
}

/** Only its owner may read a file with secrets. */
const PRIVATE = 0o600;

/** Checks, before any question, that the target can be written and overwrites no file. Throws UsageError. */
export const checkTargetPlace = (path: string, force: boolean): void => {
  if (!['.yaml', '.yml'].includes(extname(path).toLowerCase()))
    throw new UsageError(`--target: wanted a file that ends in .yaml or .yml, got ${path}`);
  if (existsSync(path) && !force)
    throw new UsageError(
      `--target: ${path} already exists; name another file, or add --force to overwrite it`,
    );
  const trouble = fileTrouble(path);
  if (trouble !== undefined)
    throw new UsageError(`--target: ${path} cannot be written: ${trouble}; name another file`);
};

const modeOf = (path: string): number => (existsSync(path) ? statSync(path).mode & 0o777 : PRIVATE);

/** Writes both files or none. */
export const writeFirstFiles = ({ target, env }: FirstFiles): void => {
  const before = env && existsSync(env.path) ? readFileSync(env.path, 'utf8') : undefined;
  const mode = env && modeOf(env.path);
  if (env) writeWhole(env.path, env.text, mode);
  try {
    writeWhole(target.path, target.text);
  } catch (error) {
    if (env && before === undefined) rmSync(env.path, { force: true });
    if (env && before !== undefined) writeWhole(env.path, before, mode);
    throw error;
  }
};
