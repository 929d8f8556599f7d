import { operation } from '../../spec/operations.ts';
import type { ResolvedTarget } from '../target.ts';
import type { Asker } from './asker.ts';
import { keyOf } from './evidence.ts';
import { lookOf } from './look.ts';
import { type Ask, addressOf, creation, lineOf, type Probe, statusOf } from './probe.ts';
import { at, linesAt } from './second-look.ts';

/** The addresses whose path is the beginning of this one's, the nearest first. */
const parentsOf = (address: string): readonly string[] => {
  const { origin, pathname } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  return parts.map((_part, length) => [origin, ...parts.slice(0, length)].join('/')).toReversed();
};

/** Whether the service itself answered, and not that it is ill or busy. */
const isAtHome = (probe: Probe): boolean =>
  lookOf(probe) === 'service' && [200, 201, 204, 303, 400, 402, 422].includes(statusOf(probe) ?? 0);

const described = ({ call }: Ask): string => {
  const { method, path } = operation(call.operation);
  return `${method} ${path.replace('{country}', 'BE')}`;
};

/**
 * Tries the calls that a stranger answered at the other address, and at this one with less of its path. What to write
 * into the target instead; undefined where the service was not found.
 */
export const findElsewhere = async (
  address: string,
  strange: Probe,
  target: ResolvedTarget,
  asker: Asker,
): Promise<string | undefined> => {
  const { base_url, gap_base_url } = target;
  const line = lineOf(strange);
  const other = address === base_url ? gap_base_url : base_url;
  const [otherLine] = other === address ? [] : linesAt(other, target);
  const there = creation(line, at(target, other));
  const here = otherLine && creation(otherLine, at(target, address));
  const parents = parentsOf(address).map((parent) => creation(line, at(target, parent)));
  const home = (await asker.ask([...(here ? [there, here] : []), ...parents])).filter(isAtHome);
  const isHome = (ask: Ask | undefined) => home.some((probe) => probe.target === ask?.target);
  const key = keyOf(address, target);
  if (isHome(there) && isHome(here))
    return `base_url and gap_base_url look swapped: ${described(there)} is served at ${other}; exchange the two`;
  const found = [there, ...parents].find(isHome);
  return found && `${described(found)} is served at ${addressOf(found)}; set ${key} to that`;
};
