import { z } from 'zod';

const text = z.string().min(1);
/** A label of DNS (RFC 1123), as names of most resources are. */
const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const metadata = z.strictObject({ name, labels: z.record(text, text).optional() });

const env = z.array(
  z.strictObject({
    name: text,
    value: z.string().optional(),
    valueFrom: z.strictObject({ fieldRef: z.strictObject({ fieldPath: text }) }).optional(),
  }),
);
const quantities = z.strictObject({ cpu: text, memory: text });
const resources = z.strictObject({ requests: quantities, limits: quantities });
const volumes = z.array(
  z.strictObject({
    name,
    persistentVolumeClaim: z.strictObject({ claimName: name }).optional(),
    secret: z.strictObject({ secretName: name }).optional(),
  }),
);
const volumeMounts = z.array(
  z.strictObject({
    name,
    mountPath: text,
    subPath: text.optional(),
    readOnly: z.boolean().optional(),
  }),
);
const podSecuritySchema = z.strictObject({
  runAsNonRoot: z.boolean(),
  runAsUser: z.int(),
  fsGroup: z.int(),
});

/** What runs the TestRun that is written; the versions before it know no `spec.args`. */
export const OPERATOR = 'k6-operator 1.6';

/**
 * The fields that are written of a TestRun, with their names and types as in k6-operator v1.6.0 (commit
 * cf0ae21f4e26b0dd0f99d763ae72e063b4384f2a, config/crd/bases/k6.io_testruns.yaml and api/v1alpha1/testrun_types.go).
 */
export const testRunSchema = z.strictObject({
  apiVersion: z.literal('k6.io/v1alpha1'),
  kind: z.literal('TestRun'),
  metadata,
  spec: z.strictObject({
    parallelism: z.int().min(1),
    separate: z.boolean(),
    quiet: z.enum(['true', 'false']).describe('A text, not a boolean.'),
    args: z.array(text),
    script: z.union([
      z.strictObject({ configMap: z.strictObject({ name, file: text }) }),
      z.strictObject({
        volumeClaim: z.strictObject({ name, file: text, readOnly: z.boolean() }),
      }),
    ]),
    initializer: z.strictObject({ disabled: z.literal(true) }),
    runner: z.strictObject({
      image: z.string().regex(/:\d+\.\d+\.\d+$/),
      env,
      resources,
      securityContext: podSecuritySchema,
      volumes,
      volumeMounts,
    }),
  }),
});

/** The Job that merges (batch/v1). */
export const mergeJobSchema = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata,
  spec: z.strictObject({
    backoffLimit: z.literal(0),
    activeDeadlineSeconds: z.int().min(1),
    template: z.strictObject({
      spec: z.strictObject({
        restartPolicy: z.literal('Never'),
        securityContext: podSecuritySchema,
        containers: z.array(
          z.strictObject({ name, image: text, args: z.array(text), resources, volumeMounts }),
        ),
        volumes,
      }),
    }),
  }),
});

/** The claim of the volume that all pods write to. */
export const claimSchema = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('PersistentVolumeClaim'),
  metadata,
  spec: z.strictObject({
    accessModes: z.tuple([z.literal('ReadWriteMany')]),
    resources: z.strictObject({ requests: z.strictObject({ storage: text }) }),
  }),
});

/** The archive in a ConfigMap, which holds 1 MiB at most. */
export const configMapSchema = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  metadata,
  binaryData: z.record(text, z.base64()),
});
