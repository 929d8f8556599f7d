import { type Fault, onSuccess } from './fault.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import { withHeader, withoutHeader } from '../reply.ts';

const written = (ending: string, how: string, format: (instant: Date) => string): Kind => ({
  ending: `modified-${ending}`,
  what: `writes Last-Modified ${how}`,
  sow: (tables, { id }) => {
    onSuccess(tables, id, (reply) => withHeader(reply, 'last-modified', format(tables.now())));
  },
});

const day = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Faults in the Last-Modified header. */
export const lastModifiedFaults: readonly Fault[] = [
  ...eachOperation('LASTMOD-01', [
    {
      ending: 'without-last-modified',
      what: 'answers 200 without the Last-Modified header that its detail entry lists',
      sow: (tables, { id }) => {
        onSuccess(tables, id, (reply) => withoutHeader(reply, 'last-modified'));
      },
    },
  ]),
  ...eachOperation('LASTMOD-02', [
    written('at-epoch-seconds', 'as seconds since 1970', (at) =>
      String(Math.floor(at.getTime() / 1000)),
    ),
    written('at-epoch-milliseconds', 'as milliseconds since 1970', (at) => String(at.getTime())),
    written('on-a-day', 'as a date without a time', day),
    written(
      'in-belgian',
      'as 31/12/2026 10:15',
      (at) => `${day(at).split('-').toReversed().join('/')} ${at.toISOString().slice(11, 16)}`,
    ),
    written('just-now', 'in words', () => 'just now'),
    written('at-a-javascript-date', 'as JavaScript shows a date', String),
    written('at-a-fraction', 'as seconds since 1970, with a fraction', (at) =>
      (at.getTime() / 1000).toFixed(3),
    ),
  ]),
];
