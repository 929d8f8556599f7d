import { dirname } from 'node:path';
import { didYouMean } from '../did-you-mean.ts';
import { type NetworkReading, readNetwork } from './network.ts';
import { createRedactor } from '../secrets/redactor.ts';
import {
  nodeFlags,
  readEnvironment,
  type ResolvedTarget,
  targetSchema,
  variableOrigin,
} from '../target.ts';
import type { Environment } from './env-file.ts';
import { PLACEHOLDERS, placeholdersIn } from './body-templates.ts';
import { headerIssues } from './header-issues.ts';
import { readTargetDocument, type TargetDocument } from './target-document.ts';
import { TargetError, pathText, type Issue } from './target-error.ts';
import { issuesOf } from './target-issues.ts';
import { withCurrentNames } from './target-decisions.ts';
import { type Resolution, resolveReferences } from './target-references.ts';
import {
  literalSecrets,
  secretsOf,
  secretVariables,
  shortSecrets,
} from '../secrets/target-secrets.ts';

/** Where a target comes from. Each later one wins: defaults, file or document, environment, flags. */
export interface TargetSource {
  /** Absolute path of a YAML, JSON, TypeScript or JavaScript file; `FILE#NAME` is one of several targets in it. */
  readonly file?: string | undefined;
  /** The target itself, for one that the harness makes; it may hold literal secrets. */
  readonly document?: unknown;
  readonly flags?: {
    readonly base_url?: string | undefined;
    readonly gap_base_url?: string | undefined;
  };
  /** No certificate is verified: only of this machine, and of the hosts in `testHosts`. */
  readonly insecure?: boolean | undefined;
  /** Instead of the environment of this thread and `.env`: what another thread of the process has read there. */
  readonly inherited?: Environment;
  /** Over the environment of the process and `.env`. */
  readonly environment?: Environment;
}

interface Layered {
  readonly document: Readonly<Record<string, unknown>>;
  /** Of the top-level keys that do not come from the document: the variable or flag that they come from. */
  readonly origins: ReadonlyMap<string, string>;
}

const read = async ({
  file,
  document,
}: TargetSource): Promise<Omit<TargetDocument, 'path'> & { readonly path?: string }> =>
  file === undefined
    ? { value: document ?? {}, positionOf: () => '' }
    : await readTargetDocument(file);

const asObject = (value: unknown, source: string): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  // What it holds may be anything, also a secret that was given by mistake.
  const kind = Array.isArray(value)
    ? 'a list'
    : `a ${typeof value === 'string' ? 'text' : typeof value}`;
  const got = value === null || value === undefined ? 'nothing' : kind;
  const hint = 'the least that a target needs is one line: base_url: https://…';
  throw new TargetError([{ source, path: '', wanted: 'an object of keys', got, hint }]);
};

const layer = (
  document: Readonly<Record<string, unknown>>,
  environment: Environment,
  { flags = {} }: TargetSource,
): Layered => {
  const layers: Record<string, unknown> = { ...document };
  const origins = new Map<string, string>();
  const put = (key: string, value: string | undefined, origin: string) => {
    if (value === undefined || value === '') return;
    layers[key] = value;
    origins.set(key, origin);
  };
  put('base_url', environment['ASSAY_BASE_URL'], variableOrigin('ASSAY_BASE_URL'));
  put('gap_base_url', environment['ASSAY_GAP_BASE_URL'], variableOrigin('ASSAY_GAP_BASE_URL'));
  put('base_url', flags.base_url, '--base-url');
  put('gap_base_url', flags.gap_base_url, '--gap-base-url');
  const identities = layers['identities'] ?? {};
  if (environment['ASSAY_TOKEN'] && typeof identities === 'object' && !('owner' in identities)) {
    const owner = { auth: { scheme: 'bearer', token: '${ASSAY_TOKEN}' } };
    layers['identities'] = { ...identities, owner };
  }
  return { document: layers, origins };
};

const placeholderIssues = (bodies: unknown): Issue[] => {
  const names = Object.keys(PLACEHOLDERS);
  const isKnown = (name: string) => names.includes(name) || /^(draft|car)\.body\../.test(name);
  return placeholdersIn(bodies, ['bodies'])
    .filter(({ name }) => !isKnown(name))
    .map(({ name, path }) => ({
      path,
      wanted: `a placeholder that is known: ${names.join(', ')}`,
      got: `{{${name}}}`,
      hint: didYouMean(name, names),
    }));
};

/** An address without the slashes at its end. */
export const withoutTrailingSlashes = (address: string): string => address.replace(/\/+$/, '');

/** Everything that is wrong; what was explained in the document's own terms is not told again in zod's. */
const allIssues = (
  { document }: Layered,
  resolution: Resolution,
  isFile: boolean,
  found: Parameters<typeof issuesOf>[0],
  network: NetworkReading,
): NetworkReading['issues'] => {
  const explained: NetworkReading['issues'] = [
    ...network.issues,
    ...resolution.broken,
    ...(isFile ? literalSecrets(document) : []),
    ...shortSecrets(resolution.value, resolution),
    ...headerIssues(resolution),
    ...placeholderIssues(document['bodies']),
  ];
  const paths = new Set(explained.map(({ path }) => pathText(path)));
  // The manual of a target is made for what is wrong alone.
  const others = found.length === 0 ? [] : issuesOf(found, resolution.value);
  return [...explained, ...others.filter(({ path }) => !paths.has(pathText(path)))];
};

/** The target from all its sources, validated and with defaults. Throws TargetError with all that is wrong (P1 to P7). */
export const loadTarget = async (source: TargetSource): Promise<ResolvedTarget> => {
  const environment = { ...(source.inherited ?? readEnvironment()), ...source.environment };
  const { value, positionOf, path: file, chosenAs } = await read(source);
  const name = file ?? 'the target';
  const layered = layer(asObject(value, name), environment, source);
  const resolution = resolveReferences(layered.document, environment);
  const network = readNetwork({
    document: resolution.value,
    writtenProxy: layered.document['proxy'],
    writtenTls: layered.document['tls'],
    insecure: source.insecure,
    environment,
    nodeFlags: nodeFlags(),
    folder: file === undefined ? '.' : dirname(file),
  });
  const parsed = targetSchema.safeParse(resolution.value);
  const found = parsed.error?.issues ?? [];
  const issues = allIssues(layered, resolution, file !== undefined, found, network);
  if (!parsed.success || issues.length > 0) {
    const redactor = createRedactor([...secretVariables(resolution), ...network.secrets]);
    throw new TargetError(
      issues.map(({ path, got, ...issue }) => ({
        ...issue,
        source:
          issue.source ?? layered.origins.get(String(path[0])) ?? `${name}${positionOf(path)}`,
        path: pathText(path),
        got: redactor.text(got),
      })),
    );
  }
  // The key is in the network alone.
  const { tls: _, base_url, gap_base_url = base_url, ...declared } = parsed.data;
  const secrets = [
    ...secretsOf(parsed.data.identities, resolution, file !== undefined),
    ...network.secrets,
  ];
  return {
    ...declared,
    // It is shown everywhere, and nothing else is done with it.
    name: createRedactor(secrets).text(declared.name),
    ...(chosenAs === undefined ? {} : { chosenAs }),
    decisions: withCurrentNames(parsed.data.decisions),
    base_url: withoutTrailingSlashes(base_url),
    gap_base_url: withoutTrailingSlashes(gap_base_url),
    network: network.network,
    secrets,
    references: resolution.references,
  };
};
