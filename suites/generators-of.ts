import type { ResolvedTarget } from '../client/target.ts';
import type { GeneratorContext } from '../generators/context.ts';

/** What the generators know of a target, on a day (YYYY-MM-DD). */
export const generatorsOf = (target: ResolvedTarget, today: string): GeneratorContext => ({
  today,
  mailDomain: target.mailDomain,
  vehicleCodes: target.vehicleCodes,
  insurers: target.insurers,
  whiteLabels: target.whiteLabels,
  landlordBirthdateRequired: target.decisions.landlordBirthdateRequired,
});
