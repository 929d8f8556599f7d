import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of this process and of its threads small, at the price of some speed: a run makes garbage all the time, and V8
 * lets it lie while the machine has room, up to twice of what is needed. To be called before a thread is started. A machine in
 * CI often has less room than it says.
 */
export const keepHeapSmall = (): void => {
  setFlagsFromString('--max-semi-space-size=4');
  setFlagsFromString('--heap-growing-percent=60');
};
