import { join } from 'node:path';
import { checkParts, runCheckParts } from './check-parts.ts';

// npm run check: format, lint, types and dead code of the whole tree; ends with 1 if a part fails.
const root = join(import.meta.dirname, '..');
const { failed } = await runCheckParts(root, checkParts(root), (line) => console.log(line));
process.exitCode = failed > 0 ? 1 : 0;
