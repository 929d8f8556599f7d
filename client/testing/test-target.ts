import { loadTarget } from '../target/load-target.ts';
import type { ResolvedTarget, Target } from '../target.ts';
import type { Environment } from '../target/env-file.ts';

/** Keeps the variables of the machine out of a test. */
export const NO_ENVIRONMENT: Environment = {
  ASSAY_BASE_URL: undefined,
  ASSAY_GAP_BASE_URL: undefined,
  ASSAY_TOKEN: undefined,
  ...Object.fromEntries(
    [
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'ALL_PROXY',
      'NO_PROXY',
      'NODE_EXTRA_CA_CERTS',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
      'NODE_OPTIONS',
      'NODE_TLS_REJECT_UNAUTHORIZED',
    ]
      .flatMap((name) => [name, name.toLowerCase()])
      .map((name) => [name, undefined]),
  ),
};

/** Resolves a target for a test with these variables only. */
export const testTarget = (
  document: Partial<Target>,
  environment: Environment = {},
): Promise<ResolvedTarget> =>
  loadTarget({
    document: { base_url: 'http://127.0.0.1:9', ...document },
    environment: { ...NO_ENVIRONMENT, ...environment },
  });
