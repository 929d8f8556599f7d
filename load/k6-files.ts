import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [
  'load/scripts',
  'spec',
  'spec/operations',
  'spec/requirements',
  'spec/schemas',
  'oracles',
];

/** Every file that k6 may read, relative to the project: the scripts, what they import from here, and the pure folders. */
export const k6Files = (root: string): readonly string[] => [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  ),
  'load/plan.ts',
  'load/measures.ts',
  'load/unanswered.ts',
];
