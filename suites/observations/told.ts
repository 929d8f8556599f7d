import { internalsOf } from '../../oracles/answers/server-internals.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';

/** The part of an open point that the answers tell. */
export type Told = Pick<
  OpenPoint,
  'outcome' | 'kept' | 'undecided' | 'status' | 'exchanges' | 'serverError' | 'internals'
> & { readonly outcome: string };

/** What these exchanges tell, the decisive one last. */
export const told = (outcome: string, exchanges: readonly Exchange[], kept?: string): Told => {
  const status = exchanges.at(-1)?.response?.status;
  const internals = exchanges.flatMap(internalsOf);
  return {
    outcome,
    ...(kept === undefined ? {} : { kept }),
    ...(status === undefined ? {} : { status }),
    exchanges: exchanges.map(({ n }) => n),
    ...(internals.length === 0 ? {} : { internals }),
  };
};

/** Nothing was decided, and why. */
export const undecided = (why: string, exchanges: readonly Exchange[] = []): Told => ({
  ...told(`not known: ${why}`, exchanges),
  undecided: true,
});

/**
 * Asks once, and where a server error came again on other data: S9 takes one for chance. `ask` is given 1 or 2; an error
 * seen twice is marked, one seen once gives way to the second answer.
 */
export const askedTwiceOnError = async (ask: (attempt: 1 | 2) => Promise<Told>): Promise<Told> => {
  const first = await ask(1);
  if (!isError(first)) return first;
  const second = await ask(2);
  const exchanges = [...first.exchanges, ...second.exchanges];
  const internals = first.internals ?? second.internals;
  const both = { ...second, exchanges, ...(internals ? { internals } : {}) };
  return isError(second)
    ? { ...both, outcome: `${second.outcome}, twice`, serverError: true }
    : { ...both, outcome: `${second.outcome}; ${first.outcome} at the first try` };
};

const isError = ({ status }: Told): boolean =>
  status !== undefined && status >= 500 && !isTransportStatus(status);
