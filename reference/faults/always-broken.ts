import { OPERATIONS, type KnownOperation } from '../../spec/operations.ts';
import type { Fault } from './fault.ts';
import { beforeHandler } from './stages.ts';

/** Where the specification shows what is sent: elsewhere a 500 may be about a body that nobody knows (P4, S9). */
const isShown = ({ request, method }: KnownOperation): boolean => request.shown || method === 'GET';

const nameIn = ({ id }: KnownOperation): string => id.replace('.', '-');

const always = (row: KnownOperation): Fault => ({
  id: `${nameIn(row)}-always-breaks-down`,
  breaks: { requirement: 'ERROR-01', operation: row.id },
  what: `${row.name} (${row.line}) answers 500 to every legal call.`,
  sow: (tables) => {
    beforeHandler(tables, row.id, () => {
      throw new Error('null');
    });
  },
});

/** Operations that break down whatever they are sent. */
export const alwaysBrokenFaults: readonly Fault[] = OPERATIONS.filter(isShown).map(always);
