import { readFileSync } from 'node:fs';
import { FINE_STATISTICS } from '../measuring/quantile-sketch.ts';
import { quantileAt } from './quantile-at.ts';

const FILE = new URL('recorded-latencies.json', import.meta.url);

/** Latencies of eight real instances of k6 in milliseconds, 2,500 each. */
export const recordedLatencies = (): readonly (readonly number[])[] => {
  const { instances } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    readonly instances: readonly string[];
  };
  return instances.map((text) => {
    const bytes = Buffer.from(text, 'base64');
    return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(at * 2) / 100);
  });
};

/** The summary of k6 for a sample of one of several instances. */
export const statisticsOfSample = (sample: readonly number[]): Record<string, number> => {
  const ascending = sample.toSorted((a, b) => a - b);
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  return Object.fromEntries(
    FINE_STATISTICS.map((name) => {
      const percentile = /^p\((.+)\)$/.exec(name)?.[1];
      if (percentile !== undefined) return [name, quantileAt(ascending, Number(percentile) / 100)];
      const others = { count: sample.length, avg: mean, min: ascending[0], max: ascending.at(-1) };
      return [name, others[name as keyof typeof others] ?? 0];
    }),
  );
};
