import type { Ending } from './ending.ts';
import { finding, GATE_5, GATE_7, runFiles } from './replay-record.ts';

const verdict = (requirement: string, value: string): string =>
  `${JSON.stringify({ cell: `${requirement}@jobloss.draft-get`, requirement, verdict: value })}\n`;

/** Which run is replayed, where none is named and where one is. */
export const WHICH_RUN: readonly Ending[] = [
  {
    what: 'a replay where there is no run',
    args: ['replay', 'VERSION-01', '--seed', '5'],
    code: 2,
    says: /no run of gate or certify below \S+ with the seed 5 that judged VERSION-01; make one: assay gate --requirement VERSION-01 --seed 5$/m,
  },
  {
    what: 'a replay of a seed that no run had',
    args: ['replay', 'VERSION-01', '--seed', '6', '--out', 'runs'],
    files: { ...runFiles(`runs/${GATE_5}`), ...runFiles(`runs/${GATE_7}`, { seed: 7 }) },
    code: 2,
    says: /with the seed 6 that judged VERSION-01; there are 2 others, such as\n {2}runs\/\S+-gate-7: seed 7[^]*-gate-5: seed 5, the line jobloss, the embedded service\nname one with --run/,
  },
  {
    what: 'a replay of a requirement that no run judged',
    args: ['replay', 'TRAVEL-CAR-02', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    says: /that judged TRAVEL-CAR-02; there is\n {2}\S+: seed 5, the line jobloss/,
  },
  {
    what: 'a replay where every run was of another service than the environment names',
    args: ['replay', 'VERSION-01', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    environment: { ASSAY_BASE_URL: 'https://me:hunter2@staging.invalid/' },
    never: /hunter2/,
    code: 2,
    says: /that judged VERSION-01 at https:\/\/staging\.invalid \(ASSAY_BASE_URL\); there is\n[^]*the embedded service/,
  },
  {
    what: 'a replay of the newest run in which the requirement failed, not of the newest',
    args: ['replay', 'VERSION-01', '--out', 'runs'],
    files: {
      ...runFiles(`runs/${GATE_5}`, {}, finding({})),
      [`runs/${GATE_5}/verdicts.jsonl`]: verdict('VERSION-01', 'fail'),
      ...runFiles(`runs/${GATE_7}`, { seed: 7 }),
      [`runs/${GATE_7}/verdicts.jsonl`]: verdict('VERSION-01', 'pass'),
    },
    code: 0,
    says: /replays runs\/\S+-gate-5 .*in which VERSION-01 failed or stayed open[^]*conformant[^:]*: .*seed 5/,
  },
  {
    what: 'a replay by seed of a run that is not the newest',
    args: ['replay', 'VERSION-01', '--seed', '5', '--out', 'runs'],
    files: { ...runFiles(`runs/${GATE_5}`), ...runFiles(`runs/${GATE_7}`, { seed: 7 }) },
    code: 0,
    says: /replays runs\/\S+-gate-5 .*the newest run below \S+ with the seed 5 that judged VERSION-01[^]*conformant[^:]*: .*seed 5/,
  },
  {
    what: 'a replay of a run by its name',
    args: ['replay', 'VERSION-01', '--run', GATE_5, '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 0,
    says: /replays runs\/\S+-gate-5 \(gate, data of 2026-11-21\)\n[^]*conformant[^:]*: /,
  },
  {
    what: 'a replay with another seed than the run had',
    args: ['replay', 'VERSION-01', '--seed', '6', '--run', 'run'],
    files: runFiles('run'),
    code: 2,
    says: /--seed 6: the run \S+ had the seed 5, .*leave --seed out, or .*assay gate --requirement VERSION-01 --seed 6$/m,
  },
  {
    what: 'a replay of a requirement that the run left out',
    args: ['replay', 'TRAVEL-CAR-02', '--run', 'run'],
    files: runFiles('run'),
    code: 2,
    says: /did not judge TRAVEL-CAR-02: it was about the line jobloss; name another run/,
  },
  {
    what: 'a replay of a requirement that was not selected for the run',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { selection: { requirements: ['ID-*'], operations: null } }),
    code: 2,
    says: /did not judge VERSION-01: it was about the line jobloss, limited to ID-\*/,
  },
  {
    what: 'a replay of a requirement with a typo',
    args: ['replay', 'VERSOIN-01', '--run', 'run'],
    files: runFiles('run'),
    code: 2,
    says: /there is no requirement VERSOIN-01; did you mean VERSION-01\?/,
  },
  {
    what: 'a replay of a requirement that nobody can judge',
    args: ['replay', 'STATE-01'],
    code: 2,
    says: /no run can judge STATE-01: /,
  },
];
