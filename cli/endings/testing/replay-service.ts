import type { Ending } from './ending.ts';
import { runFiles } from './replay-record.ts';

/** A run of a service at the row's stand-in, as a target file described it. */
const ofFile = (file: string): Readonly<Record<string, unknown>> => ({
  embedded: null,
  targetFile: file,
  target: { name: 't', base_url: '{base}', mailDomain: 'example.com' },
});

/** The service of the run is not what it was. */
export const SERVICES: readonly Ending[] = [
  {
    what: 'a replay of a run whose target file is gone',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', ofFile('{folder}/gone.yaml')),
    server: 'plain',
    code: 2,
    says: /the target file \S+gone\.yaml of the run \S+ is not there any more; put it back, or .*assay gate --target FILE --requirement VERSION-01 --seed 5$/m,
  },
  {
    what: 'a replay of a run whose target file was changed',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: {
      ...runFiles('run', ofFile('{folder}/t.yaml')),
      't.yaml':
        'base_url: {base}\nmailDomain: other.example\nidentities: { owner: { auth: { scheme: none } } }\n',
    },
    server: 'plain',
    code: 2,
    says: /the target file \S+t\.yaml was changed since the run \S+ \(mailDomain.*undo that, or .*assay gate --target \S+t\.yaml/,
  },
  {
    what: 'a replay of a run whose target file became wrong',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: { ...runFiles('run', ofFile('{folder}/t.yaml')), 't.yaml': 'base_ulr: http://x\n' },
    server: 'plain',
    code: 2,
    says: /base_ulr/,
  },
  {
    what: 'a replay of a run of an embedded service with a fault that nobody knows',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: { dialect: null, faults: ['nope'] } }),
    code: 2,
    says: /nope/,
  },
  {
    what: 'a replay of a run whose service does not listen any more',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: null, target: { name: 't', base_url: '{dead}' } }),
    environment: { ASSAY_TOKEN: 'a-token-for-nobody' },
    code: 2,
    says: /replays [^]*no connection can be made/,
  },
  {
    what: 'a replay of a run that does not say where its service was',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: null, target: { name: 't' } }),
    code: 2,
    says: /run\.json does not say where the service was \(target\.base_url\)/,
  },
  {
    what: 'a replay of a run that went elsewhere than the environment names',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run'),
    environment: { ASSAY_BASE_URL: 'https://staging.invalid' },
    code: 0,
    says: /it was of the embedded service, and so is the replay, whatever ASSAY_BASE_URL says \(https:\/\/staging\.invalid\)/,
  },
];
