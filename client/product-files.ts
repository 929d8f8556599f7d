import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, SOURCE_ENDING } from './project.ts';

/** The program's own files below a folder of the project, without tests and what only they use: paths from the project, in order. */
export const productFiles = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(SOURCE_ENDING) && !/\.test\.[jt]s$|\/testing\//.test(path))
    .toSorted();
