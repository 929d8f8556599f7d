import type { Told } from '../plan.ts';

/** What one line of k6's log says to us. */
export type LogLine =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'exception' | 'error' | 'warning'; readonly text: string }
  /** An output could not send its metrics. */
  | { readonly kind: 'lost'; readonly output: string; readonly text: string }
  | { readonly kind: 'other' };

const toldIn = (message: string): Told | undefined => {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === 'object' && value !== null && 'assay' in value
      ? (value as Told)
      : undefined;
  } catch {
    return undefined;
  }
};

/** What a line says that k6 wrote before its log was set up: `time="…" level=error msg="…"`, or a bare text. */
const plainText = (line: string): string => {
  const quoted = /\bmsg=("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  if (quoted === undefined) return line.replace(/^time=\S+ level=\S+ msg=/, '');
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
};

/** Reads a line of k6's JSON log. What is no JSON is an error: k6 prints so only what goes wrong before its log is set up. */
export const readLogLine = (line: string): LogLine => {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return line.trim() === '' ? { kind: 'other' } : { kind: 'error', text: plainText(line) };
  }
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : line;
  const told = entry['source'] === 'console' ? toldIn(message) : undefined;
  if (told !== undefined) return { kind: 'told', told };
  const text = typeof entry['error'] === 'string' ? `${message}: ${entry['error']}` : message;
  if (
    entry['hint'] === 'script exception' ||
    (text.includes('executing') && text.includes('uncaught'))
  )
    return { kind: 'exception', text };
  const level = entry['level'];
  const output = entry['output'];
  // The one of OpenTelemetry tells of itself by the error alone.
  if (
    level === 'error' &&
    (typeof output === 'string' || /upload metrics|metric provider/.test(text))
  )
    return { kind: 'lost', output: typeof output === 'string' ? output : 'OpenTelemetry', text };
  if (level === 'error' || level === 'fatal' || level === 'panic') return { kind: 'error', text };
  return level === 'warning' ? { kind: 'warning', text } : { kind: 'other' };
};
