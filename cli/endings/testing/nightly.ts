import { historyText } from '../../../store/nights/append-history.ts';
import { HISTORY_SCHEMA, type NightLine } from '../../../store/nights/history-line.ts';
import type { Ending } from './ending.ts';

const PROFILE =
  'kind: steps\ndescription: of a row\nsteps: [{ rate: 20, seconds: 2 }]\ncalibration: 0\n';

/** One night of a target, as an earlier night has left it. */
const nightOf = (name: string, address: string): string =>
  historyText({
    schema: HISTORY_SCHEMA,
    at: '2026-03-01T02:00:00.000Z',
    kind: 'night',
    runId: 'a-night',
    series: 'travel 1 p.yaml',
    line: 'travel',
    step: 1,
    profile: 'p.yaml',
    target: { name, address, build: null },
    assay: '0.1.0',
    basis: { k6: 'k', script: 's', profile: 'p', data: 'd', machine: 'm' },
    machine: 'any',
    counts: { planned: 40, requests: 40, dropped: 0, errors: 0, judged: 1, wrong: 0 },
    sketch: null,
    verdict: 'INVALID',
    reasons: [],
    judged: [],
  } satisfies NightLine);

const TARGET = 'name: staging\nbase_url: http://127.0.0.1:9\n';

const OPTIONS = {
  '--profile': 'p.yaml',
  '--target': 't.yaml',
  '--line': 'travel',
  '--history': 'h.jsonl',
} as const;

/** A night that ends before anything is sent, and leaves its history as it is. */
const night = (
  what: string,
  says: RegExp,
  change: {
    readonly target?: string;
    readonly history?: string;
    /** In place of the options that every night is given, or beside them. */
    readonly options?: Readonly<Record<string, string>>;
    readonly code?: Ending['code'];
  },
): Ending => ({
  what,
  args: ['nightly', ...Object.entries({ ...OPTIONS, ...change.options }).flat()],
  files: {
    'p.yaml': PROFILE,
    't.yaml': change.target ?? TARGET,
    'h.jsonl': change.history ?? nightOf('staging', 'http://127.0.0.1:9'),
  },
  code: change.code ?? 2,
  says,
});

/** How nights end that cannot begin, and what is asked of a history that is not there. */
export const NIGHTLY: readonly Ending[] = [
  night(
    'a night with a profile that looks for a rate',
    /--profile: nights are compared at equal rates, and capacity looks for a rate; take one of kind steps/,
    { options: { '--profile': 'capacity' } },
  ),
  night(
    'a night whose history has a line of another program',
    /h\.jsonl, line 2: wanted a line that assay nightly wrote, got "hello"; nothing was changed/,
    { history: `${nightOf('staging', 'http://127.0.0.1:9')}hello\n` },
  ),
  night(
    'a night whose history is of a newer Assay',
    /h\.jsonl, line 1: it is of schema 2, and this Assay knows 1; use the newer Assay that wrote it/,
    { history: '{"schema":2,"kind":"dream"}\n' },
  ),
  night(
    'a night whose history lacks what a line has to have',
    /h\.jsonl, line 1: it is no line of a history of nights: /,
    { history: '{"schema":1,"kind":"night"}\n' },
  ),
  night(
    'a night whose history is of another target',
    /h\.jsonl holds nights of production at http:\/\/127\.0\.0\.1:9, tonight's target is staging at http:\/\/127\.0\.0\.1:9; where it is the same service, give it that name again \(name: in the target file\), else name another file with --history/,
    { history: nightOf('production', 'http://127.0.0.1:9') },
  ),
  night(
    'a night whose target has moved',
    /h\.jsonl holds nights of staging at http:\/\/127\.0\.0\.1:7, tonight's target is staging at http:\/\/127\.0\.0\.1:9; where it is the same service, say that it moved: `assay history move --history \S+ --from http:\/\/127\.0\.0\.1:7 --to http:\/\/127\.0\.0\.1:9 /,
    { history: nightOf('staging', 'http://127.0.0.1:7') },
  ),
  night(
    'a night whose build command fails',
    /build of the target: the command "exit 3" ended with 3; mend it, or leave build out/,
    { target: `${TARGET}build: { command: exit 3 }\n`, code: 3 },
  ),
  night('a build that is told by two', /t\.yaml[^]*build/, {
    target: `${TARGET}build: { command: a, header: b }\n`,
  }),
  night(
    'a night that sends more than the target allows',
    /this profile sends 20 requests a second, but load\.maxRate of the target allows 5/,
    { target: `${TARGET}load: { maxRate: 5 }\n` },
  ),
  night('a night whose history is a folder', /--history: .* cannot be written: it is a folder/, {
    options: { '--history': '.' },
  }),
  night('a wait that is no number', /--confirm-after[^]*whole number from 0 to 720/, {
    options: { '--confirm-after': 'soon' },
  }),
  {
    what: 'a list of nights that nobody has kept',
    args: ['history', 'list'],
    code: 2,
    says: /there is no history .*nightly-history\.jsonl; `assay nightly` begins one/,
  },
  {
    what: 'a move to what is no address',
    args: 'history move --from http://a --to staging --reason PROJ-7'.split(' '),
    code: 2,
    says: /--to[^]*Wanted an address such as https:/,
  },
  {
    what: 'something that cannot be done with a history',
    args: ['history', 'burn'],
    code: 2,
    says: /Allowed choices are list, import, export, prune, accept, move/,
  },
  {
    what: 'two nights of a history that is not there',
    args: ['compare', 'previous', 'latest', '--history', 'h.jsonl'],
    code: 2,
    says: /there is no history .*h\.jsonl; `assay nightly` begins one/,
  },
];
