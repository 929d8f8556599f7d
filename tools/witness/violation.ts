import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { matchesGlob } from '../../spec/glob.ts';

/** Violation reported by Schemathesis. */
export interface Violation {
  /** Such as ST108. */
  readonly code: string;
  readonly title: string;
  /** Method and path, such as `POST /{country}/motor/gap/drafts`. */
  readonly operation: string;
  readonly message: string;
  /** Status and text of the answer; empty if none is recorded. */
  readonly answer: string;
}

interface Interaction {
  readonly response?: {
    readonly status_code: number;
    readonly content?: { readonly $base64?: string } | null;
  } | null;
}

interface Check {
  readonly failure_info?: {
    readonly failure: Omit<Violation, 'answer'>;
  } | null;
}

interface Recorder {
  /** Method and path of the tested operation; another text if there were several. */
  readonly label?: string;
  readonly checks?: Readonly<Record<string, readonly Check[]>>;
  readonly interactions?: Readonly<Record<string, Interaction>>;
}

interface Event {
  readonly ScenarioFinished?: { readonly recorder?: Recorder };
  readonly EngineFinished?: unknown;
}

const answerOf = ({ response }: Interaction = {}): string => {
  if (!response) return '';
  const text = Buffer.from(response.content?.$base64 ?? '', 'base64').toString('utf8');
  return `${response.status_code} ${text.slice(0, 500)}`;
};

const violationsIn = ({ checks = {}, interactions = {} }: Recorder): readonly Violation[] =>
  Object.entries(checks).flatMap(([id, own]) =>
    own.flatMap(({ failure_info: info }) => {
      if (!info) return [];
      const { code, title, operation, message } = info.failure;
      return { code, title, operation, message, answer: answerOf(interactions[id]) };
    }),
  );

/** Contents of a Schemathesis report. */
export interface WitnessReport {
  readonly violations: readonly Violation[];
  /** Method and path of every tested operation. */
  readonly tried: ReadonlySet<string>;
  readonly requests: number;
}

const OPERATION = /^(GET|POST|PUT|DELETE) \//;

/** Parses a Schemathesis report (NDJSON). Throws if the run did not finish. */
export const readReport = (report: string): WitnessReport => {
  const events = report
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);
  if (!events.some((event) => 'EngineFinished' in event))
    throw new Error('Schemathesis did not finish; its report is truncated');
  const recorders = events.flatMap(({ ScenarioFinished: scenario }) => scenario?.recorder ?? []);
  const labels = recorders
    .filter(({ interactions = {} }) => Object.keys(interactions).length > 0)
    .flatMap(({ label = '' }) => (OPERATION.test(label) ? [label] : []));
  const requests = recorders.flatMap(({ interactions = {} }) => Object.keys(interactions)).length;
  return { violations: recorders.flatMap(violationsIn), tried: new Set(labels), requests };
};

const FILE = new URL('explained.yaml', import.meta.url);

const expression = z.string().transform((source) => new RegExp(source, 's'));

const explanationSchema = z.strictObject({
  /** Such as ST202. */
  code: z.string().regex(/^ST\d+$/),
  /** Method and path, or a pattern. Default: all. */
  operation: z.string().optional(),
  /** Pattern of the message of Schemathesis. Default: any. */
  message: expression.optional(),
  /** Pattern of status and text of the answer. Default: any. */
  answer: expression.optional(),
  /** Reason why it does not violate the specification. */
  reason: z.string().min(20),
});

/** Explains why a kind of report is not a violation. */
export type Explanation = z.output<typeof explanationSchema>;

/** Reads the explanations of `explained.yaml`. Throws ZodError if one is malformed. */
export const readExplanations = (): readonly Explanation[] =>
  z.array(explanationSchema).parse(parse(readFileSync(FILE, 'utf8')));

/** True if an explanation covers a violation. */
export const explains = (
  { code, operation = '*', message, answer }: Explanation,
  violation: Violation,
): boolean =>
  code === violation.code &&
  matchesGlob(operation, violation.operation) &&
  (message?.test(violation.message) ?? true) &&
  (answer?.test(violation.answer) ?? true);
