import { type Fault, onSuccess } from './fault.ts';

/** Faults in the status of a success, and errors that no request deserves. */
export const statusFaults: readonly Fault[] = [
  {
    id: 'car-created-with-201',
    breaks: { requirement: 'STATUS-01', operation: 'travel.car-post' },
    what: 'Post Car answers 201 where its detail entry states 200.',
    sow: (tables) => {
      onSuccess(tables, 'travel.car-post', (reply) => ({ ...reply, status: 201 }));
    },
  },
  {
    id: 'gap-contract-created-with-200',
    breaks: { requirement: 'STATUS-01', operation: 'gap.contract-create' },
    what: 'The motor gap contract creation answers 200 where its detail entry states 303.',
    sow: (tables) => {
      onSuccess(tables, 'gap.contract-create', (reply) => ({ ...reply, status: 200 }));
    },
  },
  {
    id: 'price-info-breaks-down',
    breaks: { requirement: 'ERROR-01', operation: 'travel.price-info' },
    what: 'The travel price info answers every legal request with 500.',
    sow: (tables) => {
      tables.handlers['travel.price-info'] = () => {
        throw new Error('the tariff could not be reached');
      };
    },
  },
];
