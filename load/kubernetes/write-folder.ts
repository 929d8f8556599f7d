import { secretOf } from '../../client/target/target-auth.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  ARCHIVE,
  claimOf,
  configMapOf,
  fitsConfigMap,
  type ManifestOrder,
  mergeJobOf,
  OPERATOR,
  testRunOf,
  CLAIM,
  secretName,
} from './manifests.ts';
import { presentCredential, TOKEN_NAMES } from '../../client/secrets/credential.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';

/** Placeholder of a secret that is a literal in the target, and so has no variable. */
const NAMELESS = '$ASSAY_CREDENTIAL';

/** The owner's credential (PlannedCredential) for a shell here-document, with variable names in place of secrets. */
export const credentialText = (target: ResolvedTarget): string => {
  const { auth } = target.identities.owner;
  const redactor = createRedactor(target);
  const secret = auth.scheme === 'oauth2' ? `$${TOKEN_NAMES.owner}` : secretOf(auth);
  if (secret === undefined) return JSON.stringify({ headers: {}, query: '' });
  const shown = redactor.text(secret);
  const name = /^\$\w+$/.test(shown) ? shown : NAMELESS;
  if (auth.scheme === 'basic') {
    const pair = `$(printf %s "${redactor.text(auth.username)}:${name}" | base64 | tr -d '\\n')`;
    return `{"headers":{"authorization":"Basic ${pair}"},"query":""}`;
  }
  const { headers, query } = presentCredential(auth, 'valid', secret);
  const without = (value: string): string => value.replaceAll(secret, () => name);
  const pairs = Object.entries(query).map(
    ([key, value]) => `${encodeURIComponent(key)}=${without(value)}`,
  );
  const text = JSON.stringify({
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, without(value)]),
    ),
    query: pairs.length === 0 ? '' : `?${pairs.join('&')}`,
  });
  return text;
};

/** A shell script that makes the Secret from its caller's environment; `credential` holds variable names, and no value. */
const credentialScript = (order: ManifestOrder, credential: string): string =>
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

/** Instructions for the folder, step by step. */
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

/** Content of the folder in addition to the archive. */
export interface FolderOrder extends Omit<ManifestOrder, 'archive'> {
  readonly folder: string;
  /** The credential as k6 reads it, with variable names in place of secrets. */
  readonly credential: string;
}

/** Serialises a manifest: kubectl reads YAML 1.1, in which a bare `yes` is not a string. */
const manifestText = (manifest: object): string =>
  stringify(manifest, { lineWidth: 0, compat: 'yaml-1.1' });

/** Writes the manifests of a run, and instructions. Returns the order that they were made from. */
export const writeFolder = ({ folder, credential, ...rest }: FolderOrder): ManifestOrder => {
  const archive = readFileSync(join(folder, ARCHIVE));
  const order = { ...rest, archive };
  const put = (file: string, manifest: object): void =>
    writeFileSync(join(folder, file), manifestText(manifest));
  put('claim.yaml', claimOf());
  put('test-run.yaml', testRunOf(order));
  put('merge.yaml', mergeJobOf(order));
  // Left over from an earlier run in the same folder.
  rmSync(join(folder, 'archive.yaml'), { force: true });
  if (fitsConfigMap(order)) put('archive.yaml', configMapOf(order));
  writeFileSync(join(folder, 'credential.sh'), credentialScript(order, credential));
  writeFileSync(join(folder, 'README.md'), stepsText(order));
  return order;
};
