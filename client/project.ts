import { fileURLToPath } from 'node:url';

/** The project's folder, absolute. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
