import { K6_VERSION } from '../k6/make-k6.ts';
import { RESULTS, RUN } from '../plan.ts';

/** Input for the manifests of a run. */
export interface ManifestOrder {
  /** Name of the run and its TestRun: a DNS label. */
  readonly name: string;
  readonly instances: number;
  readonly archive: Buffer;
  /** Seconds from the first to the last request. */
  readonly seconds: number;
  /** Image of Assay. */
  readonly image: string;
}

/** Version of k6-operator for the TestRun; those before it know no `spec.args`. */
export const OPERATOR = 'k6-operator 1.6';

/** Names of the archive file and of the volume claim, and the folder for results in a pod. */
export const ARCHIVE = 'load.tar';
const CLAIM = 'assay-load';
const FOLDER = '/results';
/** Maximum size of the archive in a ConfigMap, minus a reserve for the manifest itself. */
const MOST = 1_048_576 - 16_384;
/** Name that the operator gives to the volume of the script, mounted at /test. */
const SCRIPT_VOLUME = 'k6-test-volume';
/** User id of the k6 image, and of every pod: k6 writes files that only their owner can read. */
const USER = 12_345;
/** Placeholder of the run's id, which is new each time that the folder is run: nothing old is judged. */
export const RUN_ID = '@RUN@';
/** Time limit of the merge in seconds. */
const MERGING = 600;

/** The name of the Secret with the credential of a run. */
export const secretName = ({ name }: Pick<ManifestOrder, 'name'>): string => `${name}-credential`;

/** Tests if the archive fits into a ConfigMap; otherwise it is put on the volume. */
export const fitsConfigMap = ({ archive }: Pick<ManifestOrder, 'archive'>): boolean =>
  archive.length <= MOST;

const size = (cpu: string, memory: string) => ({
  requests: { cpu, memory },
  limits: { cpu, memory },
});

const results = { name: 'results', persistentVolumeClaim: { claimName: CLAIM } };
const inFolder = (name: string, volume = results.name) => ({
  name: volume,
  mountPath: FOLDER,
  subPath: `${name}/${RUN_ID}`,
});

// The demands of the level `restricted` of Pod Security.
const podSecurity = {
  runAsNonRoot: true,
  runAsUser: USER,
  runAsGroup: USER,
  fsGroup: USER,
  seccompProfile: { type: 'RuntimeDefault' },
};
const containerSecurity = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };

const scriptOf = (order: ManifestOrder) =>
  fitsConfigMap(order)
    ? { configMap: { name: order.name, file: ARCHIVE } }
    : { volumeClaim: { name: CLAIM, file: `${order.name}/${ARCHIVE}` } };

const runnerOf = (order: ManifestOrder) => {
  const secret = { name: 'credential', secret: { secretName: secretName(order) } };
  const mount = { name: 'credential', mountPath: '/credential', readOnly: true };
  return {
    image: `grafana/k6:${K6_VERSION}`,
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: RESULTS, value: FOLDER },
      { name: RUN, value: RUN_ID },
      { name: 'K6_NO_USAGE_REPORT', value: 'true' },
      { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
      { name: 'GOGC', value: '800' },
      { name: 'GOMEMLIMIT', value: '1536MiB' },
    ],
    resources: size('2', '2Gi'),
    securityContext: podSecurity,
    containerSecurityContext: containerSecurity,
    // A pod that mounts one claim as two volumes is never created.
    volumes: fitsConfigMap(order) ? [results, secret] : [secret],
    volumeMounts: [
      inFolder(order.name, fitsConfigMap(order) ? results.name : SCRIPT_VOLUME),
      mount,
    ],
  };
};

/**
 * The TestRun: k6 pods of one version, each on a node of its own, that start together and write their results to the
 * volume. Fields as in k6-operator v1.6.0 (commit cf0ae21f4e26b0dd0f99d763ae72e063b4384f2a,
 * config/crd/bases/k6.io_testruns.yaml).
 */
export const testRunOf = (order: ManifestOrder) => ({
  apiVersion: 'k6.io/v1alpha1',
  kind: 'TestRun',
  metadata: { name: order.name },
  spec: {
    parallelism: order.instances,
    separate: true,
    // A string, not a boolean.
    quiet: 'true',
    args: [
      '--no-usage-report',
      '--log-format=json',
      `--log-output=file=${FOLDER}/$(POD_NAME).log`,
      `--secret-source=file=/credential/secrets`,
    ],
    script: scriptOf(order),
    // The archive was made by the same k6 as in the pods, and needs no inspection.
    initializer: { disabled: true },
    starter: { securityContext: podSecurity, containerSecurityContext: containerSecurity },
    runner: runnerOf(order),
  },
});

/** The Job that judges the results of the pods: the operator reports finished whatever failed. */
export const mergeJobOf = ({ name, image }: ManifestOrder) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: `${name}-merge` },
  spec: {
    backoffLimit: 0,
    activeDeadlineSeconds: MERGING,
    template: {
      spec: {
        restartPolicy: 'Never',
        securityContext: podSecurity,
        containers: [
          {
            name: 'merge',
            image,
            args: ['merge', FOLDER, '--run', RUN_ID, '--out', `${FOLDER}/merged`],
            securityContext: containerSecurity,
            resources: size('1', '1Gi'),
            volumeMounts: [inFolder(name)],
          },
        ],
        volumes: [results],
      },
    },
  },
});

/** The pod through which files are copied from and to the volume: one that has ended gives none away. */
export const copyPodOf = ({ name, image }: ManifestOrder) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `${name}-copy` },
  spec: {
    restartPolicy: 'Never',
    activeDeadlineSeconds: MERGING,
    securityContext: podSecurity,
    containers: [
      {
        name: 'copy',
        image,
        command: ['sleep', String(MERGING)],
        securityContext: containerSecurity,
        resources: size('100m', '128Mi'),
        volumeMounts: [{ name: results.name, mountPath: FOLDER }],
      },
    ],
    volumes: [results],
  },
});

/** The claim of a volume that pods on several nodes can write to. */
export const claimOf = () => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: CLAIM },
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } },
});

/** The archive as a ConfigMap. */
export const configMapOf = ({ name, archive }: ManifestOrder) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  binaryData: { [ARCHIVE]: archive.toString('base64') },
});
