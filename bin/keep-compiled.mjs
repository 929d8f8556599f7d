import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded before a program: where Node has kept what it made of the first TypeScript file, it does not load what strips types.
const directory = fileURLToPath(new URL('../node_modules/.cache/assay/compiled', import.meta.url));
enableCompileCache(directory);
