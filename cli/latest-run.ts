import { latestRunFolder, type RunFolder } from '../reports/run-folder.ts';
import { OUT } from './options.ts';
import { readable } from './readable.ts';

/** The newest run below reports/out. Throws UsageError where there is none. */
export const latestRun = (): RunFolder => readable(() => latestRunFolder(OUT));
