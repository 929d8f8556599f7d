import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { type Asker, createAsker } from './asker.ts';
import {
  equalIdentities,
  rightsOfWithoutRights,
  ownerWithoutRights,
  refusedCredential,
} from './refused-callers.ts';
import { lookOf } from './look.ts';
import { noAnswer } from './no-answer.ts';
import {
  addressOf,
  type Ask,
  creation,
  isCreation,
  lookup,
  type Probe,
  type PreflightResult,
  type Refusal,
} from './probe.ts';
import { lookAgain, type SecondLook } from './second-look.ts';
import { wrongAddress } from './wrong-address.ts';
import type { RunRecord } from '../http/record.ts';
import type { ResolvedTarget } from '../target.ts';

export type { PreflightResult };

const isOwners = ({ call }: Ask): boolean => call.identity === undefined;

/** First one call to each address, so that a low request rate leaves none out. */
const asksFor = (lines: readonly Line[], target: ResolvedTarget): Ask[] => {
  const asks = [
    ...lines.map((line) => creation(line, target)),
    ...lines.map((line) => lookup(line, target)),
  ];
  const isFirst = (ask: Ask) => asks.find((one) => addressOf(one) === addressOf(ask)) === ask;
  const [line] = lines;
  const withoutRights =
    line !== undefined && target.identities.withoutRights
      ? [creation(line, target, { identity: 'withoutRights' })]
      : [];
  return [...asks.filter(isFirst), ...asks.filter((ask) => !isFirst(ask)), ...withoutRights];
};

const noteAt = (address: string, probes: readonly Probe[]): string => {
  const answers = probes.map(
    ({ call, exchange: { response, error } }) =>
      `${call.operation} ${response?.status ?? error?.code ?? 'nothing'}`,
  );
  return `${address}: ${answers.join(', ')}`;
};

type Found = readonly (readonly [address: string, probes: readonly Probe[]])[];

const firstOf = async <Value>(
  values: readonly Value[],
  look: (value: Value) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> => {
  for (const value of values) {
    const found = await look(value);
    if (found) return found;
  }
  return undefined;
};

/** What is wrong with the addresses at which nothing spoke for the service. */
const strangers = async (
  found: Found,
  target: ResolvedTarget,
  asker: Asker,
): Promise<Refusal | undefined> => {
  const seconds: (readonly [string, SecondLook])[] = [];
  for (const [address, probes] of found) {
    if (probes.some((probe) => lookOf(probe) === 'service')) continue;
    seconds.push([address, await lookAgain(address, probes, target, asker)]);
  }
  const isEverywhere = seconds.length > 0 && seconds.length === found.length;
  const looks = seconds.map(([, second]) => second);
  return (
    (isEverywhere ? await ownerWithoutRights(looks, target, asker) : undefined) ??
    (await firstOf(seconds, ([address, second]) => wrongAddress(address, second, target, asker)))
  );
};

const nowhere = (): Pick<RunRecord, 'append'> => {
  let n = 0;
  return { append: (exchange: Omit<Exchange, 'n'>) => ({ n: (n += 1), ...exchange }) };
};

/**
 * Tries both addresses with harmless calls (drafts of the selected lines, drafts that do not exist), within five seconds.
 * Refuses only what is surely configuration: an address that cannot be reached or where nothing ever looks like this
 * service, a credential refused by every operation that was tried, identities that are one. Any other answer is evidence,
 * and the run goes on. No secret is in what it says.
 */
export const preflight = async (
  target: ResolvedTarget,
  lines: readonly Line[] = LINES,
  record: Pick<RunRecord, 'append'> = nowhere(),
): Promise<PreflightResult> => {
  const equal = equalIdentities(target);
  if (equal) return equal;
  const asker = createAsker(target, record);
  const probes = await asker.ask(asksFor(lines, target));
  const owners = probes.filter(isOwners);
  const found: Found = [...Map.groupBy(owners, addressOf)];
  const withoutRights = probes.find((probe) => !isOwners(probe));
  return (
    (await firstOf(found, ([address, some]) => noAnswer(address, some, target, asker))) ??
    refusedCredential(owners, target) ??
    (await strangers(found, target, asker)) ??
    (withoutRights &&
      (await rightsOfWithoutRights(withoutRights, owners.filter(isCreation), asker))) ?? {
      ok: true,
      notes: found.map(([address, some]) => noteAt(address, some)),
    }
  );
};
