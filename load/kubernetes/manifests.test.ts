import { expect, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import {
  claimSchema,
  configMapSchema,
  copyPodSchema,
  mergeJobSchema,
} from '../testing/manifest-schemas.ts';
import { testRunErrors } from '../testing/test-run-errors.ts';
import { credentialText, folderText } from './write-folder.ts';
import {
  claimOf,
  configMapOf,
  copyPodOf,
  fitsConfigMap,
  type ManifestOrder,
  mergeJobOf,
  testRunOf,
} from './manifests.ts';

const orderOf = (bytes: number): ManifestOrder => ({
  name: 'assay-20260301-020000',
  instances: 12,
  archive: Buffer.alloc(bytes, 'a'),
  seconds: 600,
  image: 'registry/assay:0.1.0',
});

test('the pods run one version of k6, on separate nodes, with the requested resources', () => {
  const { spec } = testRunOf(orderOf(1000));
  const { runner } = spec;
  expect(spec).toMatchObject({ parallelism: 12, separate: true, quiet: 'true' });
  expect(runner.image).toBe('grafana/k6:2.2.0');
  expect(runner.resources.limits).toEqual(runner.resources.requests);
  expect(runner.volumes).toContainEqual({
    name: 'credential',
    secret: { secretName: 'assay-20260301-020000-credential' },
  });
});

test.each([1000, 2_000_000])(
  'the TestRun of an archive of %d bytes is valid for k6-operator',
  (bytes) => {
    const { spec, ...named } = testRunOf(orderOf(bytes));
    expect(named).toMatchObject({
      apiVersion: 'k6.io/v1alpha1',
      kind: 'TestRun',
      metadata: { name: expect.stringMatching(/^[a-z0-9-]+$/) as unknown },
    });
    expect(testRunErrors(spec)).toEqual([]);
    // Unknown fields and wrong types are detected.
    expect(testRunErrors({ ...spec, quiet: true })).not.toEqual([]);
    expect(testRunErrors({ ...spec, runner: { ...spec.runner, imag: '' } })).not.toEqual([]);
  },
);

test('the other manifests have only fields that Kubernetes knows', () => {
  const order = orderOf(1000);
  expect(mergeJobSchema.parse(mergeJobOf(order))).toEqual(mergeJobOf(order));
  expect(copyPodSchema.parse(copyPodOf(order))).toEqual(copyPodOf(order));
  expect(claimSchema.parse(claimOf())).toEqual(claimOf());
  expect(configMapSchema.parse(configMapOf(order))).toEqual(configMapOf(order));
});

test('an archive of up to 1 MiB is in a ConfigMap, a larger one on the volume', () => {
  const [small, large] = [orderOf(1_000_000), orderOf(1_048_576)];
  expect(testRunOf(small).spec.script).toEqual({
    configMap: { name: small.name, file: 'load.tar' },
  });
  const data = Object.values(configMapOf(small).binaryData).map((text) =>
    Buffer.from(text, 'base64'),
  );
  expect(data).toEqual([small.archive]);
  expect(fitsConfigMap(large)).toBe(false);
  expect(testRunOf(large).spec.script).toEqual({
    volumeClaim: { name: 'assay-load', file: `${large.name}/load.tar` },
  });
  expect(folderText(large)).toContain('copies load.tar (1048576 bytes');
  // A pod that mounts one claim as two volumes is never created: the results lie on that of the archive.
  const { volumes, volumeMounts } = testRunOf(large).spec.runner;
  expect(volumes.map(({ name }) => name)).toEqual(['credential']);
  expect(volumeMounts[0]).toMatchObject({ name: 'k6-test-volume', mountPath: '/results' });
});

test('all pods run as one user, as the level restricted of Pod Security demands', () => {
  const order = orderOf(1000);
  const { runner, starter } = testRunOf(order).spec;
  const merge = mergeJobOf(order).spec.template.spec;
  const pods = [runner, starter, merge, copyPodOf(order).spec];
  const [first] = pods;
  expect(pods.map((pod) => pod.securityContext)).toEqual(pods.map(() => first?.securityContext));
  expect(merge.containers[0]?.image).toBe('registry/assay:0.1.0');
});

test('all pods, including the merge, write to one folder of one volume', () => {
  const order = orderOf(1000);
  const { containers, volumes } = mergeJobOf(order).spec.template.spec;
  const mount = { name: 'results', mountPath: '/results', subPath: `${order.name}/@RUN@` };
  expect(containers[0]?.volumeMounts).toEqual([mount]);
  expect(testRunOf(order).spec.runner.volumeMounts).toContainEqual(mount);
  expect(volumes[0]?.persistentVolumeClaim?.claimName).toBe(claimOf().metadata.name);
});

const credentialWith = async (auth: object): Promise<string> =>
  credentialText(await testTarget({ identities: { owner: { auth } } } as never));

test.each([
  [
    { scheme: 'bearer', token: 'secret-1234567' },
    '{"headers":{"authorization":"Bearer $ASSAY_TOKEN"},"query":""}',
  ],
  [
    { scheme: 'apiKey', in: 'query', name: 'key', key: 'secret-1234567' },
    '{"headers":{},"query":"?key=$ASSAY_TOKEN"}',
  ],
  [
    { scheme: 'basic', username: 'me', password: 'secret-1234567' },
    `{"headers":{"authorization":"Basic $(printf %s "me:$ASSAY_TOKEN" | base64 | tr -d '\\n')"},"query":""}`,
  ],
  [{ scheme: 'none' }, '{"headers":{},"query":""}'],
])('writes only variable names of the credential %j', async (auth, text) => {
  const written = await credentialWith(auth);
  expect(written).not.toContain('secret-1234567');
  expect(written).toBe(text);
});
