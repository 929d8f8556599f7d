import type { ScriptEvent } from '../plan.ts';
import { jsonIn } from '../../spec/json-text.ts';
import { missingResource } from './resource-exhaustion.ts';

/** A parsed line of k6's log. */
export type LogLine =
  | { readonly kind: 'event'; readonly event: ScriptEvent }
  | { readonly kind: 'exception' | 'error' | 'warning'; readonly text: string }
  /** An output could not send its metrics. */
  | { readonly kind: 'lost'; readonly output: string; readonly text: string }
  | { readonly kind: 'other' };

const eventIn = (message: string): ScriptEvent | undefined => {
  const value = jsonIn(message);
  const isEvent = typeof value === 'object' && value !== null && 'assay' in value;
  return isEvent ? (value as ScriptEvent) : undefined;
};

/** The message of a line that k6 wrote before its log was set up: `time="…" level=error msg="…"`, or plain text. */
const plainText = (line: string): string => {
  const quoted = /\bmsg=("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  if (quoted === undefined) return line.replace(/^time=\S+ level=\S+ msg=/, '');
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
};

/**
 * Parses a line of k6's JSON log. A line that is not JSON is an error: k6 prints such lines only for errors before its
 * log is set up.
 */
export const readLogLine = (line: string): LogLine => {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return line.trim() === '' ? { kind: 'other' } : { kind: 'error', text: plainText(line) };
  }
  const { msg, source, error, hint, level } = entry;
  const message = typeof msg === 'string' ? msg : line;
  const event = source === 'console' ? eventIn(message) : undefined;
  if (event !== undefined) return { kind: 'event', event };
  const text = typeof error === 'string' ? `${message}: ${error}` : message;
  if (hint === 'script exception' || (text.includes('executing') && text.includes('uncaught')))
    return { kind: 'exception', text };
  // The OpenTelemetry output is recognised by its error message only.
  const ofMetrics = /upload metrics|metric provider/.test(text) ? 'OpenTelemetry' : undefined;
  const output = typeof entry['output'] === 'string' ? entry['output'] : ofMetrics;
  if (level === 'error' && output !== undefined) return { kind: 'lost', output, text };
  if (level === 'error' || level === 'fatal' || level === 'panic') return { kind: 'error', text };
  return level === 'warning' ? { kind: 'warning', text } : { kind: 'other' };
};

/** Warnings of k6, and the note for each; null if they are counted or reported elsewhere. */
const WARNINGS: readonly (readonly [RegExp, string | null])[] = [
  [/^Request Failed/, null],
  [/^No script iterations fully finished/, null],
  [
    /^Insufficient VUs/,
    'at times every virtual user was waiting for an answer, so price requests were dropped',
  ],
];

const LONGEST = 200;

/** True for warnings that are not reported; there may be one for every request. */
export const isReportedElsewhere = (text: string): boolean =>
  WARNINGS.some(([pattern, words]) => words === null && pattern.test(text));

/** Translates the warnings of k6 into notes; of the unknown ones the first is quoted. */
export const warningNotes = (warnings: readonly string[]): readonly string[] => {
  const known = warnings.map((text) => WARNINGS.find(([pattern]) => pattern.test(text)));
  const notes = known.flatMap((row) => row?.[1] ?? []);
  const other = warnings.find((_text, index) => known[index] === undefined);
  const quoted = other?.replaceAll(/\s+/g, ' ').slice(0, LONGEST);
  return [...new Set(notes), ...(quoted === undefined ? [] : [`k6 warned: “${quoted}”`])];
};

/** Text that k6 logs in place of an error, to keep a secret out of its log. */
const WITHHELD = /: Had a logrus\.fields value[^]*$/;

/** A note on each output that could not send its metrics, with the number of errors. */
const lostNotes = (errors: readonly Extract<LogLine, { readonly kind: 'lost' }>[]) =>
  [...Map.groupBy(errors, ({ output }) => output)].map(
    ([output, own]) =>
      `metrics were lost: the output ${output} failed ${own.length} time${own.length === 1 ? '' : 's'}, first with “${own[0]?.text.replace(WITHHELD, '').slice(0, LONGEST)}”; the verdict does not depend on it`,
  );

/** Lines of k6's log that no script wrote: the number of exceptions, and the first few lines of each kind. */
export type K6Messages = ReturnType<ReturnType<typeof openLogReader>['result']>;

/** Listeners to a log while it is written. */
export interface LogListener {
  readonly onEvent?: ((event: ScriptEvent) => void) | undefined;
  /** Called with each line that is not an event of the scripts. */
  readonly onLog?: ((line: string) => void) | undefined;
}

const KEPT = 20;

/** Passes on the events of the scripts and the log lines of k6, and keeps the first few lines of each kind. */
export const openLogReader = ({ onEvent, onLog }: LogListener) => {
  const messages = { exceptions: [] as string[], errors: [] as string[], warnings: [] as string[] };
  const lost: Parameters<typeof lostNotes>[0][number][] = [];
  let exceptions = 0;
  /** Resource that the machine lacked, and the number of errors about it. */
  let lack: { readonly count: number; readonly text: string } | undefined;
  const keep = (list: string[], text: string): void => {
    if (list.length < KEPT && !list.includes(text)) list.push(text);
  };
  const read = (text: string): void => {
    const line = readLogLine(text);
    if (line.kind === 'event') {
      onEvent?.(line.event);
      return;
    }
    onLog?.(text);
    if (line.kind === 'other') return;
    const lacking = missingResource(line.text);
    if (lacking !== undefined)
      lack = { count: (lack?.count ?? 0) + 1, text: lack?.text ?? lacking };
    if (line.kind === 'lost') lost.push(line);
    else if (line.kind === 'exception') {
      exceptions += 1;
      keep(messages.exceptions, line.text);
    } else if (line.kind === 'error') keep(messages.errors, line.text);
    else if (!isReportedElsewhere(line.text)) keep(messages.warnings, line.text);
  };
  return {
    read,
    result: () => ({ exceptions, lack, messages: { ...messages, outputs: lostNotes(lost) } }),
  };
};
