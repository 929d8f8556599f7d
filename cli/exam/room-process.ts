import { assay } from '../assay.ts';
import { serveRoom } from './serve-room.ts';

// The program of a room: every command is called from the same place.
serveRoom(({ args }) => assay(args));
