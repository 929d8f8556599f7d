import type { KnownOperation } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import type { Fault } from './fault.ts';
import { beforeHandler, refuse } from './stages.ts';

/** What other operations need: nothing of a run is left where these are not served. */
const isNeeded = ({ step }: KnownOperation): boolean =>
  !['metadata-delete', 'lead-create', 'price-info', 'contract-download'].includes(step);

const refuses = (ending: string, status: number, what: string): Kind => ({
  ending,
  what: `answers ${status} to every legal call${what}`,
  isCostlyOn: isNeeded,
  sow: (tables, { id }) => {
    beforeHandler(tables, id, () => {
      throw new Refusal('unknown', 'not here', { status });
    });
  },
});

/** A path that begins with the version, which no listed path has (Versioning 3). */
const moved: Kind = {
  ending: 'only-under-v1',
  what: 'answers only under a path that begins with v1',
  isCostlyOn: isNeeded,
  sow: (tables, row) => {
    tables.routes = tables.routes.map((route) =>
      route.operation.id === row.id ? { ...route, path: `/v1${route.path}` } : route,
    );
  },
};

const notAllowed = refuses('not-allowed', 405, ', as a server that does not know the method');
const notImplemented = refuses('not-implemented', 501, '');

/** A draft that is not found is missing, whatever became of its path (D3). */
const isDraftRead = ({ step }: KnownOperation): boolean => step === 'draft-get';

/** The one value of the field; leads without it are taken. */
const refusesEmail: Kind = {
  ending: 'refuses-email',
  what: 'refuses the transport EMAIL',
  sow: (tables, { id }) => {
    beforeHandler(tables, id, ({ body }) => {
      if (body['transport'] === 'EMAIL') refuse('is not taken here');
    });
  },
};

/** Operations that are not served where the tables list them, or not for the one value of a field. */
export const legalCallFaults: readonly Fault[] = [
  ...eachOperation('PATH-01', [notAllowed, notImplemented], isDraftRead),
  ...eachOperation('PATH-01', [moved, notAllowed, notImplemented], (row) => !isDraftRead(row)),
  ...eachOperation('LEAD-LEGAL-transport', [refusesEmail], ({ line }) => line !== 'travel'),
];
