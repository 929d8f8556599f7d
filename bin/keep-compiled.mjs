import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Preloaded before a program: with a warm compile cache, Node does not load its type stripper.
const directory = fileURLToPath(new URL('../node_modules/.cache/assay/compiled', import.meta.url));
enableCompileCache(directory);
