import type { Ending } from './ending.ts';

/** One requirement on one line. */
const NARROW = ['--line', 'jobloss', '--requirement', 'VERSION-01'] as const;

/** A target of so little patience that a row ends soon. */
const HASTY =
  'base_url: {base}\nidentities: { owner: { auth: { scheme: bearer, token: "${ASSAY_TOKEN}" } } }\nlimits: { deadline: 1000, retryBudget: 4000 }\n';

const LINE = ['gate', '--line', 'jobloss', '--target', 't.yaml'] as const;
const ONE = ['gate', ...NARROW, '--target', 't.yaml'] as const;

const hasty = (
  what: string,
  server: NonNullable<Ending['server']>,
  more: Partial<Ending> = {},
): Ending => ({
  what,
  args: ONE,
  files: { 't.yaml': HASTY },
  server,
  code: 3,
  says: /^incomplete: /m,
  ...more,
});

const BUSY: readonly Ending[] = [
  hasty('a service that is busy for longer than it may', 'busy with Retry-After 3600', {
    args: LINE,
    says: /^incomplete: .*stopped: for \d+ s there was no answer but 503/m,
    never: /asks for patience/,
  }),
  hasty('a service that is busy until tomorrow', 'busy for a day as a date'),
  hasty('a service that asks for patience', 'busy with Retry-After 3', {
    args: [...ONE, '--max-time', '4'],
    says: /^(?=[^]*^incomplete: )[^]*^the service asks for patience \(503, Retry-After 3 s\): waiting until \d\d:\d\d:\d\d$/m,
  }),
  hasty('a service that asks for patience until the time is over', 'busy with Retry-After 1', {
    args: [...ONE, '--max-time', '1'],
    says: /^incomplete: .*stopped after 1 s \(--max-time\)/m,
  }),
  hasty('a service that is busy without a word', 'busy without a word', {
    never: /asks for patience/,
  }),
  hasty('a service for which it is always too early', 'early for ever', {
    args: [...ONE, '--max-time', '2'],
  }),
  {
    what: 'a service that is busy now and then',
    args: ['gate', ...NARROW, '--target', '{target}'],
    server: 'busy now and then',
    code: 0,
    says: /^conformant[^:]*: /m,
    never: /asks for patience/,
  },
];

const SILENT: readonly Ending[] = [
  hasty('a service that falls silent', 'silent after 40 requests', {
    args: LINE,
    says: /^incomplete: .*stopped: nothing was answered for \d+ s/m,
  }),
  hasty('a service that goes', 'gone after 10 requests'),
  hasty('a service that begins to drip', 'dripping after 10 requests', {
    args: [...ONE, '--max-time', '2'],
  }),
  ...(
    [
      ['accepts and never answers', /it does not answer in time/],
      ['headers without end', /it does not answer in time/],
      ['a body of one byte at a time', /it does not answer in time/],
      ['a body without end', /does not answer in time|its answers have no end/],
      ['a header of a megabyte', /its answers have no end \(UND_ERR_HEADERS_OVERFLOW/],
      ['interim answers without end', /it does not answer in time/],
    ] as const
  ).map(([server, says]): Ending => ({
    what: `from the beginning: ${server}`,
    args: ONE,
    files: { 't.yaml': 'base_url: {base}\nlimits: { deadline: 500 }\n' },
    server,
    code: 2,
    says,
  })),
];

/** Services that let a run wait, for a while or for ever. */
export const PATIENCE: readonly Ending[] = [...BUSY, ...SILENT];
