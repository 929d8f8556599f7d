import type { Ending } from './ending.ts';
import { finding, GATE_5, runFiles } from './replay-record.ts';

/** To a price request after an update after the terms were fetched. */
const BROKEN = 'jobloss/0/0:13:14:13:12:11:8:8:7';
const DRAFT_PATH = 'jobloss.draft-create/1/0/JOBLOSS-FIELD-language-enum/de';
const LANGUAGE = {
  requirement: 'JOBLOSS-FIELD-language-enum',
  operation: 'jobloss.draft-create',
  test: 'fields/jobloss.draft-create/JOBLOSS-FIELD-language-enum/de/1',
  path: DRAFT_PATH,
};
const replayPath = (id: string, path: string): Ending['args'] => [
  'replay',
  id,
  '--path',
  path,
  '--run',
  'run',
];

/** Small cases, and paths that lead to none. */
export const PATHS: readonly Ending[] = [
  {
    what: 'a replay of a path that is none',
    args: replayPath('LEGAL-01', 'nonsense'),
    files: runFiles('run'),
    code: 2,
    says: /wanted a path from the replay line of a failure.*got nonsense; copy the line/,
  },
  {
    what: 'a replay of a path of another line',
    args: replayPath('LEGAL-01', 'gap/0/0:1'),
    files: runFiles('run'),
    code: 2,
    says: /gap\/0\/0:1 is about the line gap, and the run was about jobloss; name the run/,
  },
  {
    what: 'a replay of a path of another requirement',
    args: replayPath('LEGAL-01', DRAFT_PATH),
    files: runFiles('run', {}, finding(LANGUAGE)),
    code: 2,
    says: /is not about LEGAL-01; copy the replay line/,
  },
  {
    what: 'a replay of a path that the run does not tell',
    args: replayPath(LANGUAGE.requirement, DRAFT_PATH),
    files: runFiles('run', {}, finding({})),
    code: 2,
    says: /--path: the run \S+ tells nothing of jobloss\.draft-create\S+; copy the replay line/,
  },
  {
    what: 'a replay of a path that no run tells',
    args: ['replay', LANGUAGE.requirement, '--path', DRAFT_PATH, '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    says: /that judged JOBLOSS-FIELD-language-enum and told jobloss\.draft-create\S+; there is/,
  },
  {
    what: 'a replay of a path that leads out of its sequence',
    args: replayPath('LEGAL-01', 'jobloss/1/0:9999:1'),
    files: runFiles(
      'run',
      {},
      finding({ requirement: 'LEGAL-01', path: 'jobloss/1/0:9999:1', test: 'sequence/jobloss/1' }),
    ),
    code: 2,
    says: /jobloss\/1\/0:9999:1, which leads nowhere/,
  },
  {
    what: 'a replay of a small draft that is refused by now',
    args: replayPath(LANGUAGE.requirement, DRAFT_PATH),
    files: runFiles('run', {}, finding(LANGUAGE)),
    code: 0,
    says: /^conformant[^:]*: 1 of 1 operation reached, 0 failed, seed 5/m,
    never: /hole|0 of/,
  },
  {
    what: 'a replay of a small draft that is still accepted',
    args: replayPath(LANGUAGE.requirement, DRAFT_PATH),
    files: runFiles(
      'run',
      { embedded: { dialect: null, faults: ['jobloss-created-in-any-language-with-a-job'] } },
      finding(LANGUAGE),
    ),
    code: 1,
    says: /^non-conformant: 1 of 1 operation reached, 1 failed, seed 5/m,
    never: /hole|0 of/,
  },
  {
    what: 'a replay of a small sequence that goes through by now',
    args: replayPath('DRAFT-03', 'landlord/0/0:14:15:14:11:10:8:6'),
    files: runFiles(
      'run',
      { lines: ['landlord'], runs: { landlord: 5 }, seed: 7 },
      finding({
        requirement: 'DRAFT-03',
        operation: 'landlord.draft-get',
        test: 'sequence/landlord/0',
        path: 'landlord/0/0:14:15:14:11:10:8:6',
      }),
    ),
    code: 0,
    says: /^conformant[^:]*: 1 of 1 operation reached, 0 failed, seed 7/m,
    never: /hole|0 of/,
  },
  {
    what: 'a replay of a small sequence that fails still',
    args: replayPath('ERROR-01', BROKEN),
    files: runFiles(
      'run',
      {
        seed: 3,
        thorough: true,
        embedded: { dialect: null, faults: ['jobloss-price-breaks-down-after-terms-and-update'] },
      },
      finding({ requirement: 'ERROR-01', operation: 'jobloss.price-request', path: BROKEN }),
    ),
    code: 1,
    says: /✗ ERROR-01[^]*^non-conformant: 1 of 1 operation reached, 1 failed, seed 3/m,
    never: /hole|0 of/,
  },
];
