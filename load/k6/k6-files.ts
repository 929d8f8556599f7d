import { productFiles } from '../../client/project.ts';

/** Read with all that lies below them. */
const FOLDERS = ['load/scripts', 'spec', 'oracles'];

/** Every file that k6 may read, relative to the project: the scripts, what they import from here, and the pure folders. */
export const k6Files = (): readonly string[] => [
  ...FOLDERS.flatMap(productFiles),
  'load/plan.ts',
  'load/measures.ts',
  'load/unanswered.ts',
];
