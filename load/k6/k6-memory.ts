import { totalmem } from 'node:os';

/** Bytes that this process may use: those of the machine, or of the container where that has fewer. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.MAX_VALUE);

/**
 * How k6 collects garbage in a run of ours: an eighth as often as by default, since it marks every virtual user's JavaScript
 * each time, which costs a tenth of its CPU; as often as need be once it has half of the memory.
 */
export const k6Memory = (): { readonly GOGC: string; readonly GOMEMLIMIT: string } => ({
  GOGC: '800',
  GOMEMLIMIT: String(Math.floor(memory() / 2)),
});
