import type { Ending } from './ending.ts';

const profile = (seconds: number): string =>
  `kind: steps\nsteps: [{ rate: 20, seconds: ${seconds} }]\ncalibration: 0\n`;

const TWO_BUILDS = `targets:
  old: { base_url: "{base}" }
  new: { base_url: "{base}" }
`;

const against = (
  what: string,
  other: string,
  says: RegExp,
  change: Partial<Ending> = {},
): Ending => ({
  what,
  args: [
    'load',
    '--profile',
    'p.yaml',
    '--line',
    'travel',
    '--target',
    't.yaml#old',
    '--against',
    other,
  ],
  files: { 'p.yaml': profile(8), 't.yaml': TWO_BUILDS },
  server: 'prices',
  code: 2,
  says,
  ...change,
});

/** Loads on two builds that end before k6 is looked for. */
export const AGAINST: readonly Ending[] = [
  against('a second build that the file does not have', 'nwe', /got +#nwe\n +did you mean new\?/),
  against(
    'a second build without a name',
    '',
    /--against: wanted a target file, .* got an empty text/,
  ),
  against('a file of a second build that is not there', 'n.yaml', /n\.yaml/),
  against(
    'two builds in too little time',
    'new',
    /--against: step 1 of the profile takes 3 s, .* give it 8 s or more/,
    {
      files: { 'p.yaml': profile(3), 't.yaml': TWO_BUILDS },
    },
  ),
];

/** Those that need k6. A comparison that sends takes half a minute: see load-against.test.ts. */
export const AGAINST_WITH_K6: readonly Ending[] = [
  against('two builds by names that the file has, without a price', 'new', /^load: INCONCLUSIVE/m, {
    server: 'prices with 402',
    code: 3,
  }),
  against('a second build that cannot be reached', 'n.yaml', /127\.0\.0\.1:\d+: no connection/, {
    files: {
      'p.yaml': profile(8),
      't.yaml': TWO_BUILDS,
      'n.yaml': 'base_url: "{dead}"\n',
    },
  }),
];
