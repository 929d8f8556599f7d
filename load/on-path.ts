import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../client/target/env-file.ts';

/** Whether a file is there that can be started. */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** A program's file as this system calls it. */
export const programFile = (name: string): string =>
  process.platform === 'win32' ? `${name}.exe` : name;

/** The first program of this name in the folders of PATH. */
export const onPath = (name: string, { PATH = '' }: Environment): string | undefined =>
  PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, programFile(name)))
    .find(isProgram);
