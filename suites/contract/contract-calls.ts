import { idAt } from '../../client/target/places.ts';
import { headerOf } from '../../oracles/answers/json-body.ts';
import type { ContractCall } from '../../oracles/state/one-contract.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isMissing, untilThere } from '../journey/until-there.ts';
import type { Run } from '../run.ts';

/** The id of the contract that an answer names, itself or behind its link (P3). */
const contractIdOf = async (
  run: Run,
  exchange: Exchange,
  test: string,
): Promise<string | undefined> => {
  const places = run.target.ids.gap.contract;
  const own = idAt(places, exchange);
  const location = headerOf(exchange, 'location') ?? '';
  if (own !== undefined || location === '') return own;
  const followed = await untilThere(
    run,
    () => run.client.follow(location, exchange, { test }),
    isMissing,
  );
  return followed === 'foreign' ? undefined : idAt(places, followed);
};

const readContract = (run: Run, contractId: string, test: string): Promise<Exchange> =>
  untilThere(
    run,
    () =>
      run.client.send({
        operation: 'gap.contract-get',
        params: { contractId },
        test,
        intent: 'open',
      }),
    isMissing,
  );

/** What the answers to calls for one draft's contract name; where that is more than one contract, each is read (K2). */
export const contractCallsOf = async (
  run: Run,
  exchanges: readonly Exchange[],
  test: string,
): Promise<readonly ContractCall[]> => {
  const calls: ContractCall[] = [];
  for (const exchange of exchanges) {
    const { status = 0 } = exchange.response ?? {};
    const contractId =
      status >= 200 && status < 400 ? await contractIdOf(run, exchange, test) : undefined;
    calls.push({ exchange, ...(contractId === undefined ? {} : { contractId }) });
  }
  const ids = new Set(calls.flatMap(({ contractId }) => contractId ?? []));
  if (ids.size < 2) return calls;
  const reads = new Map<string | undefined, Exchange>();
  for (const id of ids) reads.set(id, await readContract(run, id, test));
  return calls.map((call) => {
    const read = reads.get(call.contractId);
    return read ? { ...call, read } : call;
  });
};
