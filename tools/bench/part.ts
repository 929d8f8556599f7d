import { availableParallelism, cpus, totalmem } from 'node:os';
import type { ProgramResult } from './measured-program.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';

/** One part of the bench: a table and its method. */
export interface BenchPart {
  /** Value of `--only`. */
  readonly id: string;
  readonly title: string;
  /** Method of measurement, in a sentence or two. */
  readonly how: string;
  readonly heads: readonly string[];
  /** Timeout; far more than it takes, so that one command ends. */
  readonly minutes: number;
}

/** Result of a part. */
export type Measured =
  | {
      readonly rows: readonly (readonly string[])[];
      /** Set if the goal was missed. */
      readonly failed?: true;
      /** Versions of the programs, or that they were missing. */
      readonly versions?: readonly string[];
      /** Rounds, if they differ from those of the other parts. */
      readonly rounds?: string;
    }
  /** Reason why it cannot be measured here. */
  | { readonly skipped: string }
  /** Error that ended it. */
  | { readonly broken: string };

/** Every part, in the order of the page. */
export const PARTS = [
  {
    id: 'replay',
    title: 'Judging against a bare replay',
    how: 'One run warms up the reference service first, since a cold service would slow down only the command. Then the command judges it. Then undici sends the recorded requests to the same service three times more, at the same concurrency, and ignores the answers; the replay with the median wall time counts. The judged rate is the wall time of the replay, divided by that of the command.',
    heads: ['', 'wall time', 'CPU', 'peak memory', 'requests', 'judged rate'],
    minutes: 20,
  },
  {
    id: 'growth',
    title: 'Growth with runs and latency',
    how: 'Gate and certify judge one line, jobloss, on a fresh reference service, with more drafts and with slower answers. The ratio is the wall time, divided by that of the first row for the command. Memory should stay flat as the number of drafts grows, and so should the CPU time of a request.',
    heads: ['', 'wall time', 'CPU', 'peak memory', 'requests', 'ratio'],
    minutes: 45,
  },
  {
    id: 'faults',
    title: 'Assay against Schemathesis on sampled faults',
    how: 'A seed draws services with one fault each, the same number from each area. `assay gate` and Schemathesis test each service on one line of business, alternately, each time from a fresh start. Schemathesis uses all its phases, 10 examples per operation, `--continue-on-failure`, and the document of `assay openapi` for the same target. Schemathesis catches a fault if it reports anything that it does not report without the fault; Assay catches it if it ends with 1. A false alarm is any report on a correct service, or a run that never ends.',
    heads: ['', 'caught', 'false alarms', 'median time', 'median requests'],
    minutes: 60,
  },
  {
    id: 'generators',
    title: 'Generators against bare Faker and json-schema-faker',
    how: 'Drafts per second on one core. Bare Faker fills an object of the same shape with random values; json-schema-faker makes drafts with all fields from the schemas of `spec/openapi.json`. Neither satisfies the rules between fields. The last columns count the drafts that the reference service accepted: first of drafts with some optional fields, then of drafts with all of them.',
    heads: [
      'line',
      'drafts/s',
      'complete drafts/s',
      'bare Faker objects/s',
      'complete : bare',
      'json-schema-faker/s',
      'accepted of ours',
      'accepted of json-schema-faker',
    ],
    minutes: 10,
  },
  {
    id: 'script',
    title: 'The load script against a bare k6 script',
    how: 'Requests per CPU second of k6; all scripts run alternately against the same stub. The ratio is to the bare script, which posts the same bodies, each with a key of its own, to the same addresses, and reads no answer. k6 runs the bare script with its default settings, and the load script with those of a load run.',
    heads: ['', 'measured', 'ratio', 'required'],
    minutes: 15,
  },
  {
    id: 'tools',
    title: 'The load script beside autocannon and wrk',
    how: 'All tools send the same call to the same stub over ten connections, as fast as they can, alternately. The scripts of k6 send a hundred calls of the same size; ours checks every answer and passes one in 100 to the judges. The ratio is that of the requests per CPU second to those of the bare k6 script. The figures exclude the start of k6 and of autocannon.',
    heads: ['', 'requests/s', 'requests per CPU second', 'ratio'],
    minutes: 15,
  },
] as const satisfies readonly BenchPart[];

/** Id of a part of the benchmark. */
export type PartId = (typeof PARTS)[number]['id'];

/** Results of parts by id. */
export type Results = ReadonlyMap<string, Measured>;

/** Machine and date of a measurement. */
export interface Machine {
  /** Such as 2026-11-23. */
  readonly date: string;
  readonly processor: string;
  readonly system: string;
  readonly node: string;
}

/** Description of this machine. */
export const currentMachine = (now: Date): Machine => ({
  date: now.toISOString().slice(0, 10),
  processor: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`,
  system: `${(totalmem() / 2 ** 30).toFixed(1)} GB, ${process.platform} ${process.arch}`,
  node: process.version,
});

/** Median; the higher middle value of an even number. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Medians of usage and requests over several rounds, as cells of a row. */
export const cellsOf = (
  rounds: readonly (ProgramResult & { readonly requests: number })[],
): string[] => {
  const middle = (of: (one: ProgramResult & { readonly requests: number }) => number) =>
    median(rounds.map(of));
  return [
    `${middle(({ wall }) => wall).toFixed(1)} s`,
    `${middle(({ cpu }) => cpu).toFixed(1)} s`,
    `${(middle(({ memory }) => memory) / 2 ** 20).toFixed(0)} MB`,
    String(middle(({ requests }) => requests)),
  ];
};

type Pinned = Readonly<Record<string, string>>;

/** Package with the version pinned in package.json, such as `autocannon 9.0.0`. Throws if it is not pinned. */
export const pinnedVersion = (name: string): string => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(PROJECT, 'package.json'), 'utf8'),
  ) as { readonly dependencies: Pinned; readonly devDependencies: Pinned };
  const version = dependencies[name] ?? devDependencies[name];
  if (version === undefined) throw new Error(`${name} is not a dependency in package.json`);
  return `${name} ${version}`;
};
