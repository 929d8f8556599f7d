import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Read with all that lies below them. */
const FOLDERS = ['load/scripts', 'spec', 'oracles'];

const isRead = (path: string): boolean =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/');

/** Every file that k6 may read, relative to the project: the scripts, what they import from here, and the pure folders. */
export const k6Files = (root: string): readonly string[] => [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(isRead)
      .toSorted(),
  ),
  'load/plan.ts',
  'load/measures.ts',
  'load/unanswered.ts',
];
