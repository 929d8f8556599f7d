import { secretOf } from '../../client/target/target-auth.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  ARCHIVE,
  claimOf,
  configMapOf,
  copyPodOf,
  fitsConfigMap,
  type ManifestOrder,
  mergeJobOf,
  OPERATOR,
  testRunOf,
  RUN_ID,
  secretName,
} from './manifests.ts';
import { runScript } from './run-script.ts';
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
# Creates the Secret with the credential of this run. Set the same variables as for assay itself.
set -eu
kubectl create secret generic ${secretName(order)} --from-file=secrets=/dev/stdin --dry-run=client -o yaml <<END | kubectl apply -f -
credential=${credential}
END
`;

/** Explanation of the folder. */
export const folderText = (order: ManifestOrder): string => `# ${order.name}

\`sh run.sh\` runs this load in the current context and namespace of kubectl. It exits with the verdict (0, 1, 3 or 4, as
\`assay load\` does), or with 2 if the cluster rejects a manifest. It requires ${OPERATOR}, and the image \`${order.image}\` in the
cluster (built from the Containerfile; \`--image\` names another).

1. It checks that you may create what it needs, and that the API server accepts every manifest.
2. It creates the volume claim (claim.yaml; its storage class must support ReadWriteMany), the Secret from your environment
   (credential.sh), and ${
     fitsConfigMap(order)
       ? 'the archive as a ConfigMap (archive.yaml)'
       : `copies ${ARCHIVE} (${order.archive.length} bytes, more than a ConfigMap can hold) to the volume through a pod (copy.yaml)`
   }.
3. It applies test-run.yaml with a new run id in place of ${RUN_ID}, and waits until the operator reports \`finished\`. If a pod
   cannot be scheduled or created for three minutes (ASSAY_POD_TIMEOUT, in seconds), or fails before the start, the run ends with
   the reason.
4. It applies merge.yaml, which judges only the results of this run id: the operator reports \`finished\` even if something failed.
5. It copies the results and the page to results/, and exits with the exit code of the merge.

Ctrl-C deletes everything that it created, and so does \`sh run.sh --delete\` later; the claim and the files on the volume remain. You
can run the folder again as long as the service keeps the drafts, which were created in advance. All pods run as user 12345, like the
image of k6, and meet the level \`restricted\` of Pod Security.
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
  put('copy.yaml', copyPodOf(order));
  // Left over from an earlier run in the same folder.
  rmSync(join(folder, 'archive.yaml'), { force: true });
  if (fitsConfigMap(order)) put('archive.yaml', configMapOf(order));
  writeFileSync(join(folder, 'credential.sh'), credentialScript(order, credential));
  writeFileSync(join(folder, 'run.sh'), runScript(order));
  writeFileSync(join(folder, 'README.md'), folderText(order));
  return order;
};
