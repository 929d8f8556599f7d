import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending } from './ending.ts';
import { GATE_5, runFiles } from './replay-record.ts';

const foreign = (what: string, file: string, content: string, says: RegExp): Ending => ({
  what: `a replay of ${what}`,
  args: ['replay', 'VERSION-01', '--run', 'run'],
  files: { [`run/${file}`]: content },
  code: 2,
  says,
});

/** What --run names is no run of gate or certify. */
export const NO_RUN: readonly Ending[] = [
  {
    what: 'a replay of a run that is not there',
    args: ['replay', 'VERSION-01', '--run', 'nowhere'],
    code: 2,
    says: /--run: there is no run nowhere, neither at \S+ nor below \S+; there is none/,
  },
  {
    what: 'a replay of a folder that is not there',
    args: ['replay', 'VERSION-01', '--run', 'runs/nowhere', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    says: /--run: there is no \/\S+\/runs\/nowhere; name a run below \S+\/runs \(the newest there: \S+-gate-5\)/,
  },
  {
    what: 'a replay of a run whose name has a typo',
    args: ['replay', 'VERSION-01', '--run', '20261121-120000-gat-5', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    says: /--run: there is no run \S+-gat-5, .*did you mean 20261121-120000-gate-5\?/,
  },
  {
    what: 'a replay of a run without a name',
    args: ['replay', 'VERSION-01', '--run', ''],
    code: 2,
    says: /Wanted a folder or the name of a run/,
  },
  {
    what: 'a replay of the run.json of a run',
    args: ['replay', 'VERSION-01', '--run', 'run/run.json'],
    files: runFiles('run'),
    code: 2,
    says: /wanted the folder of a run, got the file \S+run\.json; name its folder, \S+\/run$/m,
  },
  {
    what: 'a replay of some file',
    args: ['replay', 'VERSION-01', '--run', 'notes.txt'],
    files: { 'notes.txt': 'x' },
    code: 2,
    says: /wanted the folder of a run, got the file \S+notes\.txt; name the folder of a run/,
  },
  {
    what: 'a replay of an empty folder',
    args: ['replay', 'VERSION-01', '--run', 'empty'],
    before: (folder) => mkdirSync(join(folder, 'empty')),
    leaves: ['empty'],
    code: 2,
    says: /\/empty is empty; name the folder of a run of gate or certify/,
  },
  {
    what: 'a replay of the folder that holds the runs',
    args: ['replay', 'VERSION-01', '--run', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    says: /\/runs holds runs, and is none itself; name one of them, such as \S+-gate-5/,
  },
  foreign('a folder of another tool', 'package.json', '{}', /is no folder of a run \(it holds no/),
  foreign('a load run', 'load.json', '{}', /\/run is the folder of a load run, which judges no/),
  foreign('a load run with a record', 'run.json', '{"command":"load"}', /is a run of assay load/),
  foreign('an exam', 'kill-matrix.json', '{}', /\/run is the folder of an exam/),
  foreign('a run that never wrote its record', 'exchanges.jsonl', '', /without its run\.json/),
];
