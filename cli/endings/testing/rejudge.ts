import type { Ending } from './ending.ts';
import { recordText } from './replay-record.ts';

const CELL = {
  id: 'PATH-01@jobloss.draft-get',
  requirement: 'PATH-01',
  operation: 'jobloss.draft-get',
};
const VERDICT = { cell: CELL.id, ...CELL, verdict: 'pass', wanted: 'w', got: 'g', exchanges: [1] };
const EVIDENCE = {
  test: 't',
  attempt: 1,
  seed: 1,
  judge: 'exchange',
  given: [{ $: 'exchange', n: 7 }],
};

const line = (item: object): string => `${JSON.stringify(item)}\n`;

/** A run of one cell whose evidence names an exchange that is not there. */
const FILES: Readonly<Record<string, string>> = {
  'run/run.json': recordText({ target: { schemes: {} } }),
  'run/ledger.jsonl': line(CELL),
  'run/verdicts.jsonl': line(VERDICT),
  'run/exchanges.jsonl': '',
  'run/evidence.jsonl': line(EVIDENCE),
};

const spoilt = (what: string, file: string, content: string, says: RegExp): Ending => ({
  what: `judging a run again ${what}`,
  args: ['rejudge', 'run'],
  files: { ...FILES, [`run/${file}`]: content },
  code: 2,
  says,
});

/** A recording that cannot be judged again. */
export const REJUDGE: readonly Ending[] = [
  {
    what: 'judging a run again that is nowhere',
    args: ['rejudge', 'nowhere'],
    code: 2,
    says: /wanted the folder of a run, or the name of one in .*, such as latest; got nowhere/,
  },
  {
    what: 'judging a run again that recorded no evidence',
    args: ['rejudge', 'run'],
    files: Object.fromEntries(
      Object.entries(FILES).filter(([path]) => !path.endsWith('evidence.jsonl')),
    ),
    code: 2,
    says: /evidence\.jsonl is missing, which this version of Assay writes; make the run again/,
  },
  {
    what: 'judging a run again that was killed',
    args: ['rejudge', 'run'],
    files: {
      'run/run.json': recordText({
        state: 'running',
        process: { pid: 1, host: 'elsewhere' },
        endedAt: undefined,
        duration: undefined,
        probes: undefined,
        stopped: undefined,
        exitCode: undefined,
        verdicts: undefined,
        operations: undefined,
        totals: undefined,
      }),
    },
    code: 2,
    says: /was killed or is still running; `assay report .*run` judges what it left/,
  },
  spoilt(
    'whose exchanges are not all there',
    'exchanges.jsonl',
    '',
    /evidence\.jsonl, line 1 cannot be judged again: .*exchanges\.jsonl lacks exchange 7/,
  ),
  spoilt(
    'of a judge that is unknown here',
    'evidence.jsonl',
    line({ ...EVIDENCE, judge: 'oracle-of-tomorrow' }),
    /line 1 cannot be judged again: there is no judge called oracle-of-tomorrow/,
  ),
  spoilt(
    'whose evidence was cut off',
    'evidence.jsonl',
    line(EVIDENCE).slice(0, 20),
    /evidence\.jsonl, line 1 was cut off/,
  ),
  spoilt(
    'with a spoilt ledger',
    'ledger.jsonl',
    '{"id":\n{}\n',
    /ledger\.jsonl, line 1: wanted one/,
  ),
];
