import type { TargetSource } from '../client/target/load-target.ts';
import { didYouMean } from '../client/did-you-mean.ts';
import { readEnvironment, type ResolvedTarget, variableOrigin } from '../client/target.ts';
import { UsageError } from '../client/usage-error.ts';
import type { RunRecord } from '../store/run-record.ts';
import type { EmbeddedChoice } from './embedded-choice.ts';
import { type EmbeddedService, type StartEmbedded, startEmbedded } from './embedded-service.ts';
import type { EmbeddedOptions } from './embedded-worker.ts';
import type { RunOptions } from './run-options.ts';
import { publicTarget } from '../store/public-target.ts';

/** Source of the target, and the embedded service if none was configured. */
export interface Subject {
  readonly source: TargetSource;
  readonly embedded: EmbeddedService | undefined;
}

/** Recorded target of a run, by which a later run recognises it. */
export const identityOf = (
  { dialect, fault }: Pick<RunOptions, 'dialect' | 'fault'>,
  { embedded }: Subject,
  target: ResolvedTarget,
): Pick<RunRecord, 'embedded' | 'target'> => ({
  embedded: embedded ? { dialect: dialect ?? null, faults: [...fault] } : null,
  target: publicTarget(target),
});

type Given = Pick<RunOptions, 'target' | 'document' | 'baseUrl' | 'gapBaseUrl' | 'insecure'>;

const ADDRESSES: readonly string[] = ['ASSAY_BASE_URL', 'ASSAY_GAP_BASE_URL'];

/** Tests if a flag selects the embedded service. */
const isAboutEmbedded = ({ dialect, fault }: EmbeddedChoice): boolean =>
  dialect !== undefined || fault.length > 0;

/** Source of the target for people: the flag, or the variable and its origin. Undefined if there is none. */
const namedBy = (options: Given & EmbeddedChoice): string | undefined => {
  const { target, document, baseUrl, gapBaseUrl } = options;
  if (target !== undefined || document !== undefined) return '--target';
  if (baseUrl !== undefined) return '--base-url';
  if (gapBaseUrl !== undefined) return '--gap-base-url';
  const environment = readEnvironment();
  // Motor gap's address alone names no service, but rules out the embedded one, unless a flag selects it.
  const names = isAboutEmbedded(options) ? ['ASSAY_BASE_URL'] : ADDRESSES;
  const variable = names.find((name) => environment[name]);
  return variable === undefined ? undefined : variableOrigin(variable);
};

/** Rejects a misspelt variable: it would be ignored, and another service be judged. */
const refuseMisspelt = (): void => {
  const environment = readEnvironment();
  const misspelt = Object.keys(environment).find(
    (name) => /^ASSAY_\w*UR[IL]\w*$/i.test(name) && environment[name],
  );
  if (misspelt === undefined) return;
  throw new UsageError(
    `you named no target, but ${variableOrigin(misspelt)} looks like a misspelt variable; ${didYouMean(misspelt, ADDRESSES) ?? `Assay knows ${ADDRESSES.join(' and ')}`}`,
  );
};

const refuseInsecure = (): never => {
  throw new UsageError(
    '--insecure: the reference service uses no TLS; name a target, or omit --insecure',
  );
};

/** Rejects motor gap's address alone: it is one line of four, and the others need an address, too. */
const refuseGapAlone = (by: string): void => {
  if (!by.includes('gap-base-url') && !by.startsWith('ASSAY_GAP_BASE_URL')) return;
  if (readEnvironment()['ASSAY_BASE_URL']) return;
  throw new UsageError(
    `${by} is the address of motor gap only, but the other lines have no address; add --base-url URL, set ASSAY_BASE_URL, or name a target file by --target`,
  );
};

/** The caller's own target; undefined if none is named, which selects the embedded service. Throws UsageError. */
export const ownTarget = async (
  options: Given & EmbeddedChoice & Pick<RunOptions, 'embedded'>,
): Promise<TargetSource | undefined> => {
  const { target, document, baseUrl, gapBaseUrl, insecure, dialect } = options;
  // Loaded lazily, so that judging another service does not load ours.
  if (isAboutEmbedded(options)) await (await import('./embedded-choice.ts')).checkChoice(options);
  if (options.embedded) return insecure ? refuseInsecure() : undefined;
  const by = namedBy(options);
  if (by === undefined) {
    if (!isAboutEmbedded(options)) refuseMisspelt();
    if (insecure) refuseInsecure();
    return undefined;
  }
  if (isAboutEmbedded(options)) {
    const flag = dialect === undefined ? '--fault' : '--dialect';
    const next = by.startsWith('ASSAY')
      ? `omit ${flag}, or put ${by.split(' ')[0]}= before the command`
      : 'remove one of them';
    throw new UsageError(
      `${flag} is only for the reference service, but ${by} names another one; ${next}`,
    );
  }
  refuseGapAlone(by);
  const flags = { base_url: baseUrl, gap_base_url: gapBaseUrl };
  return { file: target, document, flags, insecure };
};

/** The caller's target, or the embedded service, which `start` starts with this clock. Throws UsageError. */
export const findSubject = async (
  options: Parameters<typeof ownTarget>[0],
  clock?: EmbeddedOptions['clock'],
  start: StartEmbedded = startEmbedded,
): Promise<Subject> => {
  const own = await ownTarget(options);
  if (own) return { source: own, embedded: undefined };
  const { dialect, fault } = options;
  const embedded = await start({ dialect, faults: fault, clock });
  // An address in the environment belongs to a service of the caller.
  const none = { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined };
  const environment = { ...embedded.environment, ...none };
  return { source: { document: embedded.target, environment }, embedded };
};
