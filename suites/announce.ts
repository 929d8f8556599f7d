import { hash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProbeRecord } from '../oracles/probe-record.ts';
import type { Run } from './run.ts';

/** A probe as it is known before anything is sent. */
export interface AnnouncedProbe {
  /** The name under which its exchanges are recorded, such as `fields/gap.draft-create/GAP-FIELD-language-enum/de/1`. */
  readonly name: string;
  /** What was drawn for it; of a probe that draws on its way the seed that it draws from. */
  readonly data: unknown;
}

const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 16);

/** What data are drawn for beside their seed: the run's day, and what the target says about data. */
const contextOf = (run: Run): string => JSON.stringify(run.generators);

/** Milliseconds of drawing, after which answers that came meanwhile are looked at first. */
const SLICE = 10;

const recordOf = (context: string, { name, data }: AnnouncedProbe): string => {
  const record: ProbeRecord = {
    probe: name,
    data: digest(`${context}\n${JSON.stringify(data)}`),
  };
  return `${JSON.stringify(record)}\n`;
};

/**
 * Writes to `probes.jsonl` which probes are to be sent: before any of them is sent, so that neither the service's answers
 * nor the end of a run that was stopped change anything, and without an order. Many are drawn a few at a time, so that what
 * is under way goes on.
 */
export const announce = async (run: Run, probes: Iterable<AnnouncedProbe>): Promise<void> => {
  const context = contextOf(run);
  let lines: string[] = [];
  const write = (): void => {
    appendFileSync(run.plan.files.probes, lines.join(''));
    lines = [];
  };
  let begun = performance.now();
  for (const probe of probes) {
    lines.push(recordOf(context, probe));
    if (performance.now() - begun < SLICE) continue;
    write();
    await nextTurn();
    begun = performance.now();
  }
  write();
};
