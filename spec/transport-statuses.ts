import type { Step } from './operation.ts';

/** Nothing was done, or somebody asks for another try: never a refusal, even if any 4xx refuses (S8). */
const WAIT_REQUESTED: readonly number[] = [408, 421, 425, 429];
/** Of what stands between the caller and the service (S8, S9). */
const GATEWAYS: readonly number[] = [502, 503, 504];
/** Of transport as well; that a method or path is not there is judged by a requirement of its own (S16). */
const OTHERS: readonly number[] = [405, 406, 411, 412, 413, 414, 415, 426, 428, 431, 501];

const TRANSPORT = new Set([...WAIT_REQUESTED, ...GATEWAYS, ...OTHERS]);
const DISTURBANCES = new Set([...WAIT_REQUESTED, ...GATEWAYS]);

/** True if a status is one of transport: no fault merely because no list names it (S8). The one list of them. */
export const isTransportStatus = (status: number): boolean => TRANSPORT.has(status);

/** True if a status says that the method or path is not served (S16). */
export const isNotServed = (status: number): boolean => [404, 405, 501].includes(status);

/** True if a gateway says that its service is not there (S9). */
export const isGatewayStatus = (status: number): boolean => GATEWAYS.includes(status);

/** True if a status asks to wait: the call may succeed once it is repeated (S8). */
export const asksToWait = (status: number): boolean => WAIT_REQUESTED.includes(status);

/**
 * True if nothing is known of a call: no answer came (undefined), or one of the environment (S8, S9). A contract that may
 * have been made before 413 came is not known either (K4).
 */
export const isDisturbance = (status: number | undefined, step?: Step): boolean =>
  status === undefined ||
  DISTURBANCES.has(status) ||
  (status === 413 && step === 'contract-create');
