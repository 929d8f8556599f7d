/** One measured part of the bench: a table, and how it was made. */
export interface BenchPart {
  /** The word of `--only`. */
  readonly id: string;
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly how: string;
  readonly heads: readonly string[];
  /** How long it may take; far more than it does, so that one command ends. */
  readonly minutes: number;
}

/** What a part measured. */
export type Measured =
  | {
      readonly rows: readonly (readonly string[])[];
      /** What is wanted was not reached. */
      readonly failed?: true;
      /** Programs that took part, with their versions, or that they were absent. */
      readonly versions?: readonly string[];
      /** How often, where it was in other rounds than the other parts. */
      readonly rounds?: string;
    }
  /** Why it cannot be measured here. */
  | { readonly skipped: string }
  /** Why it came to no end. */
  | { readonly broken: string };

/** Every part, in the order of the page. */
export const PARTS = [
  {
    id: 'replay',
    title: 'Judging against a bare replay',
    how: 'A command judges a fresh reference service; then undici sends the requests that it recorded once more to the same service, at the same concurrency, and looks at no answer. The judged rate is the wall time of the replay, divided by that of the command.',
    heads: ['', 'wall time', 'CPU', 'peak memory', 'requests', 'judged rate'],
    minutes: 20,
  },
  {
    id: 'growth',
    title: 'Growth with runs and latency',
    how: 'Gate and certify of one line, jobloss, on a fresh reference service, with more drafts, and with answers that come later. The ratio is the wall time to that of the first row of the command. Memory is to be flat in the number of runs, and certify linear: the processor time of a request does not grow.',
    heads: ['', 'wall time', 'CPU', 'peak memory', 'requests', 'ratio'],
    minutes: 45,
  },
  {
    id: 'faults',
    title: 'Assay against Schemathesis on sampled faults',
    how: 'Services with one fault each, as many of each area, drawn by a seed; each is looked at on one line of business by `assay gate` and by Schemathesis with all its phases and the document of `assay openapi` for the same target, in turns, each time a fresh service (10 examples of an operation, `--continue-on-failure`). Schemathesis has caught a fault where it reports anything that it does not report of the same service without the fault, whatever that is; Assay, where it ends with 1. A false alarm is a correct service of which a tool reports anything, or with which it comes to no end.',
    heads: ['', 'caught', 'false alarms', 'median time', 'median requests'],
    minutes: 60,
  },
  {
    id: 'generators',
    title: 'Generators against bare Faker and json-schema-faker',
    how: 'Drafts a second of one core. Bare Faker fills an object of the same shape with whatever it gives; json-schema-faker makes drafts with all fields from the schemas of `spec/openapi.json`. Neither keeps a rule between fields. Last, how many drafts the reference service took: of those in which optional fields are absent or present, and of those in which all are present.',
    heads: [
      'line',
      'drafts/s',
      'complete drafts/s',
      'bare Faker objects/s',
      'complete : bare',
      'json-schema-faker/s',
      'taken of ours',
      'taken of json-schema-faker',
    ],
    minutes: 10,
  },
  {
    id: 'script',
    title: 'The load script against a bare k6 script',
    how: 'Requests a CPU second of k6, all scripts in turn against the same stub. The ratio is that to the bare script, which posts the same body.',
    heads: ['', 'measured', 'ratio', 'wanted'],
    minutes: 15,
  },
  {
    id: 'tools',
    title: 'The load script beside autocannon and wrk',
    how: 'All send the same call over ten connections as fast as they can to the same stub, each alone and in turns; our script sends a hundred calls of the same size, looks at every answer and hands one in 100 over to be judged. The ratio is that of requests a CPU second to the bare script of k6. The start of k6 and of autocannon is left out.',
    heads: ['', 'requests/s', 'requests a CPU second', 'ratio'],
    minutes: 15,
  },
] as const satisfies readonly BenchPart[];

/** The word of a part. */
export type PartId = (typeof PARTS)[number]['id'];

/** Rows of a part, or why there are none, by its word. */
export type Results = ReadonlyMap<string, Measured>;
