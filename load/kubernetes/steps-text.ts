import { OPERATOR } from './manifest-schemas.ts';
import { ARCHIVE, CLAIM, fitsConfigMap, type ManifestOrder, secretName } from './manifests.ts';

/** A shell script that makes the Secret from its caller's environment; `credential` holds names of variables, and no value. */
export const credentialScript = (order: ManifestOrder, credential: string): string =>
  `#!/bin/sh
# Makes the Secret with the credential of this run. The variables have to be set as for assay itself.
set -eu
kubectl create secret generic ${secretName(order)} --from-file=secrets=/dev/stdin <<END
credential=${credential}
END
`;

const archiveStep = (order: ManifestOrder): string =>
  fitsConfigMap(order)
    ? 'kubectl apply --server-side -f archive.yaml   # too large for the annotation of a plain apply'
    : `# ${ARCHIVE} has ${order.archive.length} bytes, more than a ConfigMap holds: copy it to the volume ${CLAIM} as ${order.name}/${ARCHIVE}`;

/** What its user does with the folder, one step after another. */
export const stepsText = (order: ManifestOrder): string => `# ${order.name}

${OPERATOR} has to be installed, and \`assay:${order.version}\` (built from the Containerfile) known to the cluster.

\`\`\`sh
kubectl apply --dry-run=server --validate=strict -f test-run.yaml   # does this cluster take it as it is?
kubectl apply -f claim.yaml                   # once; its storage class has to offer ReadWriteMany
sh credential.sh                              # makes the Secret from your environment
${archiveStep(order)}
kubectl apply -f test-run.yaml
kubectl wait testrun/${order.name} --for=jsonpath='{.status.stage}'=finished --timeout=${Math.ceil(order.seconds) + 600}s
kubectl apply -f merge.yaml
kubectl wait job/${order.name}-merge --for=condition=complete --timeout=600s || true
kubectl logs job/${order.name}-merge          # the verdict
kubectl get pod -l job-name=${order.name}-merge -o jsonpath='{.items[0].status.containerStatuses[0].state.terminated.exitCode}'
\`\`\`

The drafts were made beforehand: run it before the service forgets them. The operator says \`finished\` whatever failed; only the
exit code of the last line is the verdict (0, 1, 3 or 4, as of \`assay load\`).
`;
