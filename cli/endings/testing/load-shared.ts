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
export const LOAD_SHARED: readonly Ending[] = [...INSTANCES, ...KUBERNETES, ...LIVE];
