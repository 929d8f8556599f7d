import type { Ending } from './ending.ts';

const STEPS = 'steps: [{ rate: 20, seconds: 2 }]';
const profile = (steps = STEPS): string =>
  `kind: steps\ndescription: of a row\n${steps}\ncalibration: 0\n`;

const badInstances = (what: string, number: string, says: RegExp, steps = STEPS): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--instances', number],
  files: { 'p.yaml': profile(steps) },
  code: 2,
  says,
});

const badKubernetes = (what: string, says: RegExp, change: Partial<Ending> = {}): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--kubernetes', 'k8s'],
  files: { 'p.yaml': profile() },
  code: 2,
  says,
  ...change,
});

/** Loads that cannot be written for Kubernetes. */
const KUBERNETES: readonly Ending[] = [
  badKubernetes(
    'the embedded service for Kubernetes',
    /--kubernetes: no pod can reach the embedded service; name yours with --target/,
    { args: ['load', '--profile', 'p.yaml', '--kubernetes', 'k8s'] },
  ),
  badKubernetes(
    'a search for the capacity on Kubernetes',
    /--kubernetes: wanted a profile of kind steps, got one that looks for a rate/,
    { args: ['load', '--profile', 'capacity', '--base-url', '{dead}', '--kubernetes', 'k8s'] },
  ),
  badKubernetes(
    'a load for Kubernetes through a proxy of this machine',
    /--kubernetes: proxies and authorities of this machine are none of a pod/,
    {
      args: ['load', '--profile', 'p.yaml', '--target', 't.yaml', '--kubernetes', 'k8s'],
      files: {
        'p.yaml': profile(),
        't.yaml':
          'base_url: https://a.invalid\nload: { allow: true, maxRate: 1000 }\nproxy: http://b.invalid:3128\n',
      },
    },
  ),
  badKubernetes(
    'a file where the folder for Kubernetes is to be',
    /--kubernetes: nothing can be written into .*p\.yaml/,
    { args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--kubernetes', 'p.yaml'] },
  ),
];

const BEFORE_1_16 = 'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n';
const TEST_RUNS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: k6.io
  names: { kind: TestRun }
  versions: [{ name: v1alpha1, served: true }]
`;

const badCrd = (what: string, crd: string, says: RegExp, change: Partial<Ending> = {}): Ending =>
  badKubernetes(what, says, {
    args: 'load --profile p.yaml --base-url {dead} --kubernetes k8s --crd crd.yaml'.split(' '),
    files: { 'p.yaml': profile(), 'crd.yaml': crd },
    ...change,
  });

/** Definitions that no TestRun can be held against. */
const DEFINITIONS: readonly Ending[] = [
  badCrd(
    'a definition, and no load for Kubernetes',
    TEST_RUNS,
    /--crd: wanted --kubernetes, too, .* got --crd alone/,
    { args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--crd', 'crd.yaml'] },
  ),
  badCrd('a definition that is not there', '', /got {5}there is nothing of this name/, {
    files: { 'p.yaml': profile() },
  }),
  badCrd('a folder for a definition', '', /crd\.yaml\n[^]*got {5}a folder/, {
    files: { 'p.yaml': profile(), 'crd.yaml/a': '' },
  }),
  badCrd('a definition that is no YAML', 'a: [1', /crd\.yaml:1:4\n/),
  badCrd('no definition', 'kind: Pod', /wanted {2}CustomResourceDefinition\n {4}got {5}"Pod"/),
  badCrd('a definition of long ago', BEFORE_1_16, /got {5}"apiextensions.k8s.io\/v1beta1"/),
  badCrd(
    'a definition of something else',
    TEST_RUNS.replace('TestRun', 'PrivateLoadZone'),
    /crd\.yaml:5:18 {2}spec\.names\.kind\n {4}wanted {2}TestRun\n/,
  ),
  badCrd(
    'a definition whose version is not served',
    TEST_RUNS.replace('true', 'false'),
    /wanted {2}the version "v1alpha1", which is served\n {4}got {5}"v1alpha1", which is not/,
  ),
  badCrd(
    'a definition, and no Go to build what asks about it',
    TEST_RUNS,
    /--crd: the API server's own code has to be built once, and there is no Go on the path; install Go/,
    { environment: { PATH: '', ASSAY_CACHE: '{folder}/cache' } },
  ),
];

/** Loads that so many instances cannot share. */
const INSTANCES: readonly Ending[] = [
  badInstances('a load of one instance of several', '1', /--instances[^]*whole number from 2 to/),
  badInstances(
    'more instances than one machine takes',
    '9',
    /--instances: wanted 2 to 8 on one machine, got 9; use --kubernetes for more/,
  ),
  badInstances(
    'more instances than price requests',
    '4',
    /--instances: 4 instances cannot share this profile, which sends 3 price requests of a line in a step at most/,
    'steps: [{ rate: 1, seconds: 3 }]',
  ),
];

/** Loads that nobody could look on. */
const LIVE: readonly Ending[] = [
  badKubernetes('metrics to an output that there is not', /--live[^]*prometheus, opentelemetry/, {
    args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--live', 'graphite'],
  }),
  badKubernetes(
    'metrics of a load that is written, not sent',
    /--live[^]*cannot be used with[^]*--kubernetes/,
    {
      args: ['load', '--base-url', '{dead}', '--live', 'prometheus', '--kubernetes', 'k8s'],
    },
  ),
];

/** How loads end that several instances are to share, here or in a cluster. */
export const LOAD_SHARED: readonly Ending[] = [
  ...INSTANCES,
  ...KUBERNETES,
  ...DEFINITIONS,
  ...LIVE,
];
