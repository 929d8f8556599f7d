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
import { TargetError, pathText, type Issue, valueAt } from './target-error.ts';
import { issuesOf } from './target-issues.ts';
import { withCurrentNames } from './target-decisions.ts';
import { type Resolution, resolveReferences } from './target-references.ts';
import {
  literalSecrets,
  secretsOf,
  secretVariables,
  shortSecrets,
} from '../secrets/target-secrets.ts';

/** Sources of a target. Later ones take precedence: defaults, file or document, environment, flags. */
export interface TargetSource {
  /** Absolute path of a YAML, JSON, TypeScript or JavaScript file; `FILE#NAME` is one of several targets in it. */
  readonly file?: string | undefined;
  /** The target itself, if the harness creates it; may hold literal secrets. */
  readonly document?: unknown;
  readonly flags?: {
    readonly base_url?: string | undefined;
    readonly gap_base_url?: string | undefined;
  };
  /** Disables certificate verification: only for this machine, and for the hosts in `testHosts`. */
  readonly insecure?: boolean | undefined;
  /** Environment that another thread of the process has read, instead of that of this thread and `.env`. */
  readonly inherited?: Environment;
  /** Overrides the environment of the process and `.env`. */
  readonly environment?: Environment;
}

interface Layered {
  readonly document: Readonly<Record<string, unknown>>;
  /** Variable or flag of each top-level key that does not come from the document. */
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
  // The value may be anything, including a secret passed by mistake.
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

/** The amount of a motor gap price has two names, of which one would be ignored. */
const gapPriceIssues = ({ gapPrice, prices }: Readonly<Record<string, unknown>>): Issue[] => {
  if (gapPrice === undefined || valueAt(prices, ['gap', 'amount']) === undefined) return [];
  const path = ['prices', 'gap', 'amount'];
  const hint = 'leave one of the two out';
  return [{ path, wanted: 'gapPrice alone, or this key alone', got: 'both', hint }];
};

/** An address without trailing slashes. */
export const withoutTrailingSlashes = (address: string): string => address.replace(/\/+$/, '');

/** All issues; those that were explained in terms of the document are not repeated by zod's. */
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
    ...gapPriceIssues(document),
  ];
  const paths = new Set(explained.map(({ path }) => pathText(path)));
  // The manual of a target is built for errors only.
  const others = found.length === 0 ? [] : issuesOf(found, resolution.value);
  return [...explained, ...others.filter(({ path }) => !paths.has(pathText(path)))];
};

/** Loads a target from all its sources, validated and with defaults. Throws TargetError with all problems (P1 to P7). */
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
  // The key is kept in the network only.
  const { tls: _, base_url, gap_base_url = base_url, ...declared } = parsed.data;
  const secrets = [
    ...secretsOf(parsed.data.identities, resolution, file !== undefined),
    ...network.secrets,
  ];
  return {
    ...declared,
    // The name is shown everywhere, and used for nothing else.
    name: createRedactor(secrets).text(declared.name),
    ...(chosenAs === undefined ? {} : { chosenAs }),
    gapPrice: declared.prices.gap.amount ?? declared.gapPrice,
    decisions: withCurrentNames(parsed.data.decisions),
    base_url: withoutTrailingSlashes(base_url),
    gap_base_url: withoutTrailingSlashes(gap_base_url),
    network: network.network,
    secrets,
    references: resolution.references,
  };
};
