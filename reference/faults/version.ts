import type { Fault } from './fault.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { type KnownOperation, OPERATIONS, type OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import { atGuard } from './stages.ts';

const takes = (
  requirement: 'VERSION-01' | 'VERSION-02',
  id: string,
  operation: OperationId,
  what: string,
  isTaken: (sent: unknown) => boolean,
): Fault => ({
  id,
  breaks: { requirement, operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    atGuard(tables, 'version', operation, (call, check) => {
      if (!isTaken(call.headers[VERSION_HEADER.toLowerCase()])) check();
    });
  },
});

const without = (id: string, operation: OperationId, name: string): Fault =>
  takes(
    'VERSION-01',
    id,
    operation,
    `${name} is performed without the header Service-Api-Version.`,
    (sent) => sent === undefined,
  );

const other = (id: string, operation: OperationId, name: string, ...versions: string[]): Fault =>
  takes(
    'VERSION-02',
    id,
    operation,
    `${name} is performed for Service-Api-Version ${versions.join(' and ')}.`,
    (sent) => versions.includes(String(sent)),
  );

/** W1: a map of headers that is asked for the printed name alone, on the operations of a line with one method. */
const exactCase = (on: readonly KnownOperation[]): readonly Fault[] => {
  const [first] = on;
  if (!first) return [];
  const { line, method } = first;
  const ids = on.map(({ id }) => id);
  return [
    {
      id: `${line}-${method.toLowerCase()}-wants-exact-header-name`,
      breaks: { requirement: 'VERSION-03', operation: ids },
      what: `${LINE_TITLES[line]} finds the version of a ${method} under ${VERSION_HEADER} alone, not in small letters or capitals.`,
      sow: (tables) => {
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

/** Faults in the header Service-Api-Version. */
export const versionFaults: readonly Fault[] = [
  without('gap-priced-without-version', 'gap.price-request', 'The motor gap price request'),
  without('metadata-deleted-without-version', 'travel.metadata-delete', 'Delete Metadata'),
  without('jobloss-contract-without-version', 'jobloss.contract-get', 'Get a contract (jobloss)'),
  without('landlord-terms-without-version', 'landlord.token-terms', 'Landlord TokenTerms Get'),
  other('jobloss-created-in-version-2', 'jobloss.draft-create', 'Jobloss Draft Create', '2.0'),
  other('travel-lead-in-version-0.9', 'travel.lead-create', 'Travel Lead Create', '0.9'),
  other(
    'landlord-download-in-version-2',
    'landlord.contract-download',
    'The download of a landlord contract',
    '2.0',
  ),
  takes(
    'VERSION-02',
    'gap-contract-in-any-version',
    'gap.contract-create',
    'The motor gap contract creation looks whether Service-Api-Version is there, not what it says.',
    (sent) => sent !== undefined,
  ),
  ...[...Map.groupBy(OPERATIONS, ({ line, method }) => `${line} ${method}`).values()].flatMap(
    exactCase,
  ),
];
