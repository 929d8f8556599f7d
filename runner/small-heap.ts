import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of this process and of its threads small: a run makes garbage all the time, and V8 lets it lie while the
 * machine has room, up to four times of what is needed. To be called before a thread is started. A machine in CI often has less
 * room than it says. Most of what a run makes is of no use a moment later: there is room for that, and little for what outlives it.
 */
export const keepHeapSmall = (): void => {
  // The space of what was just made: that of a thread begins with this size.
  setFlagsFromString('--min-semi-space-size=24');
  setFlagsFromString('--max-semi-space-size=24');
  // That of this thread is there already, and would grow to 64 MB; it no longer asks for the size, but for how to grow.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=70');
  // V8 begins to look through what outlived the space above when a thread comes near so many MB, which a gate hardly does.
  setFlagsFromString('--initial-old-space-size=160');
};
