import { didYouMean } from '../client/did-you-mean.ts';
import { UsageError } from '../client/usage-error.ts';
import { DIALECTS, dialectOf } from '../reference/dialects.ts';
import { pairId, splitPairId } from '../reference/injected-faults.ts';

/** Selection of the embedded service. */
export interface EmbeddedChoice {
  readonly dialect?: string | undefined;
  readonly fault: readonly string[];
}

const isDialect = (name: string): boolean => {
  try {
    return dialectOf(name).name !== '';
  } catch {
    return false;
  }
};

/** Checks the name of a dialect from a flag. Throws UsageError. */
export const checkDialect = (name: string, flag = '--dialect'): void => {
  if (isDialect(name)) return;
  const names = DIALECTS.map((dialect) => dialect.name);
  const known = `expected ${names.join(', ')}, or chance:SEED with a number for SEED`;
  const guess = didYouMean(name, names);
  throw new UsageError(
    `${flag}: there is no dialect "${name}"; ${guess === undefined ? '' : `${guess} `}${known}`,
  );
};

const unknown = (flag: string, what: string, id: string, ids: readonly string[]): never => {
  const guess = didYouMean(id, ids);
  throw new UsageError(
    `${flag}: there is no ${what} "${id}"; ${guess === undefined ? '' : `${guess} `}assay serve --list-${what}s lists them all`,
  );
};

/** Checks the dialect, all faults and their condition. Rejects with UsageError and a suggestion. */
export const checkChoice = async ({ dialect, fault }: EmbeddedChoice): Promise<void> => {
  if (dialect !== undefined) checkDialect(dialect);
  if (fault.length === 0) return;
  const [{ FAULTS }, { CONDITIONS }] = await Promise.all([
    import('../reference/faults.ts'),
    import('../reference/conditions.ts'),
  ]);
  const faults = FAULTS.map(({ id }) => id);
  const conditions = CONDITIONS.map(({ id }) => id);
  const parts = fault.map(splitPairId);
  for (const [id, condition] of parts) {
    if (!faults.includes(id)) unknown('--fault', 'fault', id, faults);
    if (condition !== undefined && !conditions.includes(condition))
      unknown('--condition', 'condition', condition, conditions);
  }
  if (new Set(parts.map(([, condition]) => condition)).size > 1)
    throw new UsageError(
      '--condition: all faults of a service must have the same condition, or none',
    );
};

/** Faults with the condition of `--condition`. Throws UsageError without a fault, or for a duplicate condition. */
export const withCondition = (
  fault: readonly string[],
  condition: string | undefined,
): readonly string[] => {
  if (condition === undefined) return fault;
  if (fault.length === 0)
    throw new UsageError('--condition: a condition needs a fault; name it with --fault');
  const given = fault.find((id) => splitPairId(id)[1] !== undefined);
  if (given !== undefined)
    throw new UsageError(`--condition: ${given} already has one; remove one of them`);
  return fault.map((id) => pairId(id, condition));
};
