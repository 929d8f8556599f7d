import { randomUUID } from 'node:crypto';
import { Refusal } from '../../refusal.ts';
import { type Reply, withHeader, withoutHeader } from '../../reply.ts';
import { type Fault, onSuccess } from '../injection/fault.ts';
import { beforeHandler } from '../injection/stages.ts';

const located = (
  id: string,
  requirement: 'GAP-CONTRACT-02' | 'GAP-CONTRACT-03',
  what: string,
  change: (location: string) => string | null,
): Fault => ({
  id,
  breaks: { requirement, operation: 'gap.contract-create' },
  what,
  inject: (tables) => {
    onSuccess(tables, 'gap.contract-create', (reply: Reply) => {
      const location = change(reply.headers['location'] ?? '');
      return location === null
        ? withoutHeader(reply, 'location')
        : withHeader(reply, 'location', location);
    });
  },
});

/** Faults of the motor gap contract creation. */
export const faults: readonly Fault[] = [
  located(
    'gap-contract-without-location',
    'GAP-CONTRACT-02',
    'The motor gap contract creation answers 303 without a Location.',
    () => null,
  ),
  located(
    'gap-contract-with-empty-location',
    'GAP-CONTRACT-02',
    'The motor gap contract creation answers 303 with an empty Location.',
    () => '',
  ),
  located(
    'gap-contract-location-leads-nowhere',
    'GAP-CONTRACT-03',
    'The Location of a new motor gap contract leads to a contract that is not there.',
    (location) => location.replace(/[^/]+$/, randomUUID()),
  ),
  located(
    'gap-contract-location-is-the-id',
    'GAP-CONTRACT-03',
    'The Location of a new motor gap contract is its id alone, which leads below the draft.',
    (location) => location.replace(/^.*\//, ''),
  ),
  located(
    'gap-contract-location-without-country',
    'GAP-CONTRACT-03',
    'The Location of a new motor gap contract lacks the country.',
    (location) => location.replace(/\/BE\//i, '/'),
  ),
  {
    id: 'gap-contract-location-is-gone',
    breaks: { requirement: 'GAP-CONTRACT-03', operation: 'gap.contract-create' },
    what: 'The Location of a new motor gap contract leads to an address that answers 410.',
    inject: (tables) => {
      onSuccess(tables, 'gap.contract-create', (reply) =>
        withHeader(reply, 'location', `${reply.headers['location'] ?? ''}?via=location`),
      );
      beforeHandler(tables, 'gap.contract-get', ({ query }) => {
        if (query['via'] === 'location')
          throw new Refusal('unknown', 'this link has been used up', { status: 410 });
      });
    },
  },
  {
    id: 'gap-replayed-contract-without-location',
    breaks: { requirement: 'GAP-CONTRACT-02', operation: 'gap.contract-create' },
    what: 'The motor gap contract creation answers a second call with 303 and without a Location.',
    home: 'shared',
    shownBy: ({ secondContract }) => secondContract === 'replay',
    inject: (tables) => {
      tables.finish.push(({ operation, draft, now }, reply) => {
        const isNew = draft?.contracts.some(({ createdAt }) => createdAt === now) === true;
        const isReplay = operation.id === 'gap.contract-create' && reply.status === 303 && !isNew;
        return isReplay ? withoutHeader(reply, 'location') : reply;
      });
    },
  },
];
