import { join } from 'node:path';
import { checkParts, runCheckParts } from './check-parts.ts';

// npm run check: format, lint, types and dead code of the whole tree, or only what concerns the named files; `--quick` leaves out
// lint, for a hook of git. Ends with 1 if a part fails.
const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const files = words.filter((word) => !word.startsWith('--'));
const parts = checkParts(root, files.length > 0 ? files : undefined);
const kept = words.includes('--quick') ? parts.filter(({ name }) => name !== 'lint') : parts;
const { failed } = await runCheckParts(root, kept, (line) => console.log(line));
process.exitCode = failed > 0 ? 1 : 0;
