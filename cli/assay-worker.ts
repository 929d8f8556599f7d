import { serveRoom } from '../exam/serve-room.ts';
import { assay } from './assay.ts';

// The program of a worker: every command is called from the same place.
serveRoom(({ args }) => assay(args));
