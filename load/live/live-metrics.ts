import { type Environment, readEnvironment } from '../../client/target.ts';

/** Where k6 sends what it measures while a run goes on, in k6's own words, and the variables that belong there. */
const OUTPUTS = {
  prometheus: { output: 'experimental-prometheus-rw', prefixes: ['K6_PROMETHEUS_RW_'] },
  opentelemetry: { output: 'opentelemetry', prefixes: ['K6_OTEL_', 'OTEL_'] },
} as const;

/** One of them. */
export type LiveOutput = keyof typeof OUTPUTS;

/** All of them. */
export const LIVE_OUTPUTS = Object.keys(OUTPUTS) as readonly LiveOutput[];

/** What k6 is told of it. */
export interface LiveMetrics {
  readonly argument: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Distributions that several instances can send side by side, and that a query can add up. */
const HISTOGRAMS = { K6_PROMETHEUS_RW_TREND_AS_NATIVE_HISTOGRAM: 'true' };

/** Takes k6's own settings of an output from the environment, and nothing else of it. */
export const liveMetrics = (
  live: LiveOutput,
  environment: Environment = readEnvironment(),
): LiveMetrics => {
  const { output, prefixes } = OUTPUTS[live];
  const own = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && prefixes.some((prefix) => name.startsWith(prefix))
      ? [[name, value] as const]
      : [],
  );
  return {
    argument: `--out=${output}`,
    variables: { ...(live === 'prometheus' ? HISTOGRAMS : {}), ...Object.fromEntries(own) },
  };
};
