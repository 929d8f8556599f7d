import { z } from 'zod';

const text = z.string().min(1);
/** A DNS label (RFC 1123), the form of most resource names. */
const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const metadata = z.strictObject({ name, labels: z.record(text, text).optional() });

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
  runAsGroup: z.int(),
  fsGroup: z.int(),
  seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
});
const containerSecuritySchema = z.strictObject({
  allowPrivilegeEscalation: z.literal(false),
  capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
});
const container = {
  name,
  image: text,
  securityContext: containerSecuritySchema,
  resources,
  volumeMounts,
};
const pod = {
  restartPolicy: z.literal('Never'),
  securityContext: podSecuritySchema,
  volumes,
};

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
        ...pod,
        containers: z.array(z.strictObject({ ...container, args: z.array(text) })),
      }),
    }),
  }),
});

/** The pod through which files are copied (v1). */
export const copyPodSchema = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Pod'),
  metadata,
  spec: z.strictObject({
    ...pod,
    activeDeadlineSeconds: z.int().min(1),
    containers: z.array(z.strictObject({ ...container, command: z.array(text) })),
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
