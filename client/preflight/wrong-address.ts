import type { ResolvedTarget } from '../target.ts';
import type { PreflightClient } from './preflight-client.ts';
import { evidenceOf, addressKeyOf, type AnswerKind, classifyAnswer } from './classify-answer.ts';
import { otherProtocol } from './connection-problem.ts';
import {
  isCreation,
  type Probe,
  type PreflightFailure,
  preflightFailure,
  type PlannedProbe,
  addressOf,
  draftCreation,
  lineOf,
  statusOf,
} from './probe.ts';
import { type Recheck, wrongServiceKind, withAddresses, linesServedAt } from './recheck-address.ts';
import { LINES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';

interface Words {
  readonly problem: string;
  readonly hint: string;
}

const redirected = ({ redirection }: Recheck, key: string): Words => {
  switch (redirection?.kind) {
    case 'loop':
      return {
        problem: 'every operation that was tried is redirected endlessly',
        hint: `check the scheme, host and path of ${key}, and what stands in front of the service`,
      };
    case 'moved':
      return {
        problem: 'every operation that was tried is redirected to the same path elsewhere',
        hint: `set ${key} to ${redirection.to}`,
      };
    default:
      return {
        problem: 'every operation that was tried is redirected to something else',
        hint: `set ${key} to the address of the service itself, behind any login page, and check the scheme of identities.owner.auth`,
      };
  }
};

const missing = (key: string, address: string): Words => {
  const { pathname } = new URL(address);
  const prefix = pathname === '/' ? 'it has none' : `it is ${pathname}`;
  const others = LINES.filter((line) => line !== 'gap');
  const unbuilt =
    key === 'gap_base_url'
      ? `; if motor gap is not built yet, set lines: [${others.join(', ')}] in the target, or add --line ${others.join(',')}`
      : '';
  return {
    problem: 'none of the operations that were tried is found',
    hint: `check the path prefix in ${key} (${prefix}), and that the service is deployed there${unbuilt}`,
  };
};

const messageFor = (look: AnswerKind, second: Recheck, key: string, address: string): Words => {
  const itself = `set ${key} to the address of the service itself, not of a web site, a login page or a proxy in front of it`;
  const words: Partial<Record<AnswerKind, Words>> = {
    proxy: {
      problem: 'a proxy answers every operation that was tried, not the service',
      hint: `check that the service behind ${key} is running, and that the proxy routes to it and accepts you`,
    },
    'wants-tls': {
      problem: 'the port expects TLS, but got plain HTTP',
      hint: `set ${key} to ${otherProtocol(address)}`,
    },
    redirect: redirected(second, key),
    page: { problem: 'every operation that was tried answers with a web page', hint: itself },
    forbidden: {
      problem: 'every operation that was tried is forbidden',
      hint: `check ${key}, identities.owner, and whether something in front of the service blocks you (a firewall, an allowlist)`,
    },
    missing: missing(key, address),
  };
  return (
    words[look] ?? {
      problem:
        'something else answers there: every operation that was tried gets the same answer as a path that cannot exist',
      hint: itself,
    }
  );
};

/** Most typical answer of that kind, a creation before a lookup. */
const exampleOf = (look: AnswerKind, { probes }: Recheck): Probe | undefined => {
  const some = probes.filter((probe) => classifyAnswer(probe) === look);
  return some.find(isCreation) ?? some[0];
};

/** Tests if the service may be at another address: not if the redirect names one already, or a proxy is in front. */
const mayBeElsewhere = (look: AnswerKind, { redirection }: Recheck): boolean =>
  ['page', 'unclear', 'missing'].includes(look) ||
  (look === 'redirect' && redirection?.kind !== 'moved');

/** Problem of an address at which another server answers; undefined if it may be the service. */
export const wrongAddress = async (
  address: string,
  second: Recheck,
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<PreflightFailure | undefined> => {
  const look = wrongServiceKind(second);
  const example = look && exampleOf(look, second);
  if (!example) return undefined;
  const key = addressKeyOf(address, target);
  const { problem, hint } = messageFor(look, second, key, address);
  const found = mayBeElsewhere(look, second)
    ? await findElsewhere(address, example, target, asker)
    : undefined;
  return preflightFailure(
    `${key} ${address}: ${problem} (${second.probes.length} in all; ${evidenceOf(example.exchange)})`,
    found ?? hint,
  );
};

/** Addresses with a prefix of this path, the longest first. */
const parentsOf = (address: string): readonly string[] => {
  const { origin, pathname } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  return parts.map((_part, length) => [origin, ...parts.slice(0, length)].join('/')).toReversed();
};

/** Tests if the service itself answered, and not with an error or a busy status. */
const isAtHome = (probe: Probe): boolean =>
  classifyAnswer(probe) === 'service' &&
  [200, 201, 204, 303, 400, 402, 422].includes(statusOf(probe) ?? 0);

const described = ({ call }: PlannedProbe): string => {
  const { method, path } = operation(call.operation);
  return `${method} ${path.replace('{country}', 'BE')}`;
};

/** Tries the calls at the other address, and at shorter paths of this one; the address to configure if the service is there. */
const findElsewhere = async (
  address: string,
  strange: Probe,
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<string | undefined> => {
  const { base_url, gap_base_url } = target;
  const line = lineOf(strange);
  const other = address === base_url ? gap_base_url : base_url;
  const [otherLine] = other === address ? [] : linesServedAt(other, target);
  const there = draftCreation(line, withAddresses(target, other));
  const here = otherLine && draftCreation(otherLine, withAddresses(target, address));
  const parents = parentsOf(address).map((parent) =>
    draftCreation(line, withAddresses(target, parent)),
  );
  const home = (await asker.ask([...(here ? [there, here] : []), ...parents])).filter(isAtHome);
  const isHome = (ask: PlannedProbe | undefined) =>
    home.some((probe) => probe.target === ask?.target);
  const key = addressKeyOf(address, target);
  if (isHome(there) && isHome(here))
    return `base_url and gap_base_url look swapped: ${described(there)} is served at ${other}; swap the two`;
  const found = [there, ...parents].find(isHome);
  return found && `${described(found)} is served at ${addressOf(found)}; set ${key} to that`;
};
