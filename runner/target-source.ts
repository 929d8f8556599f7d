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

/** Where the target comes from, and the embedded service where nothing was configured. */
export interface Subject {
  readonly source: TargetSource;
  readonly embedded: EmbeddedService | undefined;
}

/** The recorded target of a run, by which a later run recognises it. */
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

/** Whether a flag says that the embedded service is meant. */
const isAboutEmbedded = ({ dialect, fault }: EmbeddedChoice): boolean =>
  dialect !== undefined || fault.length > 0;

/** What names the target, for people: the flag, or the variable and where it is set. Undefined where nothing does. */
const namedBy = (options: Given & EmbeddedChoice): string | undefined => {
  const { target, document, baseUrl, gapBaseUrl } = options;
  if (target !== undefined || document !== undefined) return '--target';
  if (baseUrl !== undefined) return '--base-url';
  if (gapBaseUrl !== undefined) return '--gap-base-url';
  const environment = readEnvironment();
  // The address of motor gap alone names no service, but says that the embedded one is not meant, unless a flag does.
  const names = isAboutEmbedded(options) ? ['ASSAY_BASE_URL'] : ADDRESSES;
  const variable = names.find((name) => environment[name]);
  return variable === undefined ? undefined : variableOrigin(variable);
};

/** A variable that was meant to name the target would else be passed over, and another service be judged. */
const refuseMisspelt = (): void => {
  const environment = readEnvironment();
  const misspelt = Object.keys(environment).find(
    (name) => /^ASSAY_\w*UR[IL]\w*$/i.test(name) && environment[name],
  );
  if (misspelt === undefined) return;
  throw new UsageError(
    `you named no target, but ${variableOrigin(misspelt)} looks like a misspelt address; ${didYouMean(misspelt, ADDRESSES) ?? `Assay knows ${ADDRESSES.join(' and ')}`}`,
  );
};

const refuseInsecure = (): never => {
  throw new UsageError(
    '--insecure: the reference service has no certificate; name the target, or leave --insecure out',
  );
};

/** Motor gap is one line of four: a target also needs the address of the others. */
const refuseGapAlone = (by: string): void => {
  if (!by.includes('gap-base-url') && !by.startsWith('ASSAY_GAP_BASE_URL')) return;
  if (readEnvironment()['ASSAY_BASE_URL']) return;
  throw new UsageError(
    `${by} is the address of motor gap only, and nothing names the service of the other lines; add --base-url URL, set ASSAY_BASE_URL, or name a target file by --target`,
  );
};

/** The caller's own target; undefined where none is named, which is then the embedded service. Throws UsageError. */
export const ownTarget = async (
  options: Given & EmbeddedChoice & Pick<RunOptions, 'embedded'>,
): Promise<TargetSource | undefined> => {
  const { target, document, baseUrl, gapBaseUrl, insecure, dialect } = options;
  // Whoever judges a service of their own does not wait for ours to be loaded.
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
      ? `leave ${flag} out, or call with ${by.split(' ')[0]}= before the command`
      : 'leave one of them out';
    throw new UsageError(
      `${flag} is only for the reference service, but ${by} names another one; ${next}`,
    );
  }
  refuseGapAlone(by);
  const flags = { base_url: baseUrl, gap_base_url: gapBaseUrl };
  return { file: target, document, flags, insecure };
};

/** The caller's target, or the embedded service, which `start` starts by this clock. Throws UsageError. */
export const findSubject = async (
  options: Parameters<typeof ownTarget>[0],
  clock?: EmbeddedOptions['clock'],
  start: StartEmbedded = startEmbedded,
): Promise<Subject> => {
  const own = await ownTarget(options);
  if (own) return { source: own, embedded: undefined };
  const { dialect, fault } = options;
  const embedded = await start({ dialect, faults: fault, clock });
  // An address of the caller's environment belongs to a service of the caller's.
  const none = { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined };
  const environment = { ...embedded.environment, ...none };
  return { source: { document: embedded.target, environment }, embedded };
};
