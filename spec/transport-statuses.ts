import type { Step } from './operation.ts';

/** Statuses that ask for a retry: never a refusal, even if any 4xx counts as one (S8). */
const WAIT_REQUESTED: readonly number[] = [408, 421, 425, 429];
/** Statuses of gateways between the caller and the service (S8, S9). */
const GATEWAYS: readonly number[] = [502, 503, 504];
/** Other statuses of transport; a missing method or path has its own requirement (S16). */
const OTHERS: readonly number[] = [405, 406, 411, 412, 413, 414, 415, 426, 428, 431, 501];

const TRANSPORT = new Set([...WAIT_REQUESTED, ...GATEWAYS, ...OTHERS]);
const DISTURBANCES = new Set([...WAIT_REQUESTED, ...GATEWAYS]);

/** True if a status is one of transport, which is no fault merely because it is not listed (S8). */
export const isTransportStatus = (status: number): boolean => TRANSPORT.has(status);

/** True if a status means that the method or path is not served (S16). */
export const isNotServed = (status: number): boolean => [404, 405, 501].includes(status);

/** True if a gateway reports that its service is unavailable (S9). */
export const isGatewayStatus = (status: number): boolean => GATEWAYS.includes(status);

/** True if a status asks to wait: a retry may succeed (S8). */
export const asksToWait = (status: number): boolean => WAIT_REQUESTED.includes(status);

/**
 * True if the effect of a call is unknown: it has no answer (undefined), or one of the environment (S8, S9). So is a
 * contract call answered 413, which may have made a contract (K4).
 */
export const isDisturbance = (status: number | undefined, step?: Step): boolean =>
  status === undefined ||
  DISTURBANCES.has(status) ||
  (status === 413 && step === 'contract-create');
