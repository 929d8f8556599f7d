import { VERSION_HEADER } from '../../spec/limits.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { type KnownOperation, OPERATIONS } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import { eachOperation, type Kind } from './injection/each-operation.ts';
import type { Fault } from './injection/fault.ts';
import { atGuard } from './injection/stages.ts';

const takes = (ending: string, what: string, isTaken: (sent: unknown) => boolean): Kind => ({
  ending,
  what,
  inject: (tables, { id }) => {
    atGuard(tables, 'version', id, (call, check) => {
      if (!isTaken(call.headers[VERSION_HEADER.toLowerCase()])) check();
    });
  },
});

/** Operations that are performed without the version header, or with another version. */
const anyVersion: readonly Fault[] = [
  ...eachOperation('VERSION-01', [
    takes(
      'without-version',
      `serves a call without the header ${VERSION_HEADER}`,
      (sent) => sent === undefined,
    ),
  ]),
  ...eachOperation('VERSION-02', [
    takes('in-version-2', `serves ${VERSION_HEADER} 2.0`, (sent) => sent === '2.0'),
    takes('in-version-0.9', `serves ${VERSION_HEADER} 0.9`, (sent) => sent === '0.9'),
    takes(
      'in-any-version',
      `checks that ${VERSION_HEADER} is present, but ignores its value`,
      (sent) => sent !== undefined,
    ),
  ]),
];

/** Operations that compare only a part of the version (W1). */
const similarVersion: readonly Fault[] = eachOperation('VERSION-02', [
  takes(
    'in-any-version-1',
    `compares only the number before the dot in ${VERSION_HEADER}, so it serves 1.1`,
    (sent) => String(sent).split('.')[0] === '1',
  ),
  takes(
    'in-version-10',
    `accepts further digits between 1 and the dot in ${VERSION_HEADER}, so it serves 10.0`,
    (sent) => /^1\d*\.0$/.test(String(sent)),
  ),
  takes(
    'in-whatever-begins-with-1',
    `compares only the first character of ${VERSION_HEADER}`,
    (sent) => String(sent).startsWith('1'),
  ),
]);

/** W1: a case-sensitive look-up of the header, on the operations of a line with one method. */
const exactCase = (on: readonly KnownOperation[]): readonly Fault[] => {
  const [first] = on;
  if (!first) return [];
  const { line, method } = first;
  const ids = on.map(({ id }) => id);
  return [
    {
      id: `${line}-${method.toLowerCase()}-wants-exact-header-name`,
      breaks: { requirement: 'VERSION-03', operation: ids },
      what: `${LINE_TITLES[line]} reads the version of a ${method} only from the exact spelling ${VERSION_HEADER}, not in lower or upper case.`,
      inject: (tables) => {
        for (const operation of ids)
          atGuard(tables, 'version', operation, (call, check) => {
            if (!call.headerNames.includes(VERSION_HEADER))
              throw new Refusal('version', `there is no header ${VERSION_HEADER}`);
            check();
          });
      },
    },
  ];
};

/** Faults in the value of the header Service-Api-Version, and in the accepted spellings of its name. */
export const faults: readonly Fault[] = [
  ...anyVersion,
  ...similarVersion,
  ...[...Map.groupBy(OPERATIONS, ({ line, method }) => `${line} ${method}`).values()].flatMap(
    exactCase,
  ),
];
