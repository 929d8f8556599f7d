import type { Ending } from './ending.ts';
import { runFiles } from './replay-record.ts';

/** A run of a service at the row's stand-in, as a target file described it. */
const ofFile = (file: string): Readonly<Record<string, unknown>> => ({
  embedded: null,
  targetFile: file,
  target: { name: 't', base_url: '{base}', mailDomain: 'example.com' },
});

const NOBODY = 'identities: { owner: { auth: { scheme: none } } }\n';

/** The service of the run is not what it was, or not the one that the caller names. */
export const SERVICES: readonly Ending[] = [
  {
    what: 'a replay of a run of a target file, which the caller does not name',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: {
      ...runFiles('run', ofFile('{folder}/t.yaml')),
      't.yaml': `base_url: {base}\n${NOBODY}`,
    },
    server: 'plain',
    code: 2,
    says: /the run \S+ was of http:\/\/127\.0\.0\.1:\d+, described by \S+t\.yaml; name that service yourself, .*: add --target FILE\. The folder of a run is data/,
  },
  {
    what: 'a replay of a run of an address, which the caller does not name',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: null, target: { name: 't', base_url: '{base}' } }),
    server: 'plain',
    code: 2,
    says: /the run \S+ was of http:\S+; name that service yourself, .*: add --base-url URL/,
  },
  {
    what: 'a replay of a run whose target file is named, and gone',
    args: ['replay', 'VERSION-01', '--run', 'run', '--target', 'gone.yaml'],
    files: runFiles('run', ofFile('{folder}/gone.yaml')),
    code: 2,
    says: /gone\.yaml/,
  },
  {
    what: 'a replay of a run whose target file was changed',
    args: ['replay', 'VERSION-01', '--run', 'run', '--target', 't.yaml'],
    files: {
      ...runFiles('run', ofFile('{folder}/t.yaml')),
      't.yaml': `base_url: {base}\nmailDomain: other.example\n${NOBODY}`,
    },
    server: 'plain',
    code: 2,
    says: /the target that you name is not the one of the run \S+ \(mailDomain\): .*describe it now: assay gate --target t\.yaml --requirement VERSION-01 --seed 5$/m,
  },
  {
    what: 'a replay of a run whose target file became wrong',
    args: ['replay', 'VERSION-01', '--run', 'run', '--target', 't.yaml'],
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
    what: 'a replay of a run of the embedded service on another',
    args: ['replay', 'VERSION-01', '--run', 'run', '--base-url', '{dead}'],
    files: runFiles('run'),
    code: 2,
    says: /was of the embedded service, and --base-url http:\S+ names http:\S+; leave that out/,
  },
  {
    what: 'a replay of a run whose service does not listen any more',
    args: ['replay', 'VERSION-01', '--run', 'run', '--base-url', '{dead}'],
    files: runFiles('run', { embedded: null, target: { name: 't', base_url: '{dead}' } }),
    environment: { ASSAY_TOKEN: 'a-token-for-nobody' },
    code: 2,
    says: /replays [^]*no connection can be made/,
  },
  {
    what: 'a replay of a run of the address that the environment names',
    args: ['replay', 'VERSION-01', '--out', 'runs'],
    files: runFiles('runs/20261121-120000-gate-5', {
      embedded: null,
      target: { name: 't', base_url: '{dead}' },
    }),
    environment: { ASSAY_TOKEN: 'a-token-for-nobody', ASSAY_BASE_URL: '{dead}' },
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
