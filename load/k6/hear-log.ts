import { readLogLine } from './k6-log.ts';
import { isCounted } from './k6-words.ts';
import { countLost } from './lost-metrics.ts';
import type { K6End, K6Order } from './run-k6.ts';
import { lackIn } from './starvation.ts';

/** What listens to the log of one run of k6. */
export interface LogEar {
  readonly hear: (line: string) => void;
  readonly heard: () => Pick<K6End, 'exceptions' | 'said' | 'lack'>;
}

const KEPT = 20;

/** Hands on what the scripts tell and what k6 says, and keeps the first few lines of each kind. */
export const hearLog = ({ onTold, onLog }: Pick<K6Order, 'onTold' | 'onLog'>): LogEar => {
  const said = { exceptions: [] as string[], errors: [] as string[], warnings: [] as string[] };
  const lost = countLost();
  let exceptions = 0;
  let lack: { readonly count: number; readonly text: string } | undefined;
  const keep = (list: string[], text: string): void => {
    if (list.length < KEPT && !list.includes(text)) list.push(text);
  };
  const hear = (text: string): void => {
    const line = readLogLine(text);
    if (line.kind === 'told') {
      onTold?.(line.told);
      return;
    }
    onLog?.(text);
    if (line.kind === 'other') return;
    const lacking = lackIn(line.text);
    if (lacking !== undefined)
      lack = { count: (lack?.count ?? 0) + 1, text: lack?.text ?? lacking };
    if (line.kind === 'lost') lost.hear(line);
    else if (line.kind === 'exception') {
      exceptions += 1;
      keep(said.exceptions, line.text);
    } else if (line.kind === 'error') keep(said.errors, line.text);
    else if (!isCounted(line.text)) keep(said.warnings, line.text);
  };
  const heard: LogEar['heard'] = () => ({
    exceptions,
    said: { ...said, outputs: lost.notes() },
    ...(lack === undefined ? {} : { lack }),
  });
  return { hear, heard };
};
