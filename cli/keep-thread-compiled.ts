import { keepCompiled } from './keep-compiled.ts';

// Loaded before the program of a thread, which shares nothing of this with its process.
keepCompiled();
