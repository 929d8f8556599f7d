import type { Environment } from '../../client/target/env-file.ts';
import { matchesGlob } from '../../spec/glob.ts';
import type { MockVerdict, StartMock } from './judge-mock.ts';
import { findPrism, startPrism } from './prism.ts';
import { startRandom } from './random-service.ts';

/** A service that only looks like one, and what Assay has to say of it. */
export interface Mock {
  readonly name: string;
  /** Throws UsageError where a program is missing. */
  readonly find: (environment: Environment) => Promise<StartMock>;
  /** Requirements, or patterns of them: each has to be failed. */
  readonly breaks: readonly string[];
  /** None of these may be failed, and each has to be passed: the mock has them right. */
  readonly keeps: readonly string[];
}

/** The fields of a draft's address; all else is alike, and takes longer. */
const ADDRESS = 'policyholder.address.*';
const FORM = `LANDLORD-RESOURCE-${ADDRESS}-type`;
const READ_BACK = `LANDLORD-READBACK-${ADDRESS}`;

/** Both keep the form of answers, and nothing that was written. */
export const MOCKS: readonly Mock[] = [
  {
    name: 'random answers',
    find: async () => startRandom,
    breaks: ['AUTH-01', 'AUTH-02', READ_BACK],
    keeps: [FORM],
  },
  {
    name: 'Prism',
    find: async (environment) => {
      const program = await findPrism(environment);
      return (document, folder) => startPrism(program, document, folder);
    },
    // It looks whether there is a credential, and not which.
    breaks: ['AUTH-02', READ_BACK],
    keeps: ['AUTH-01', FORM],
  },
];

/** What judges a mock: the requirements that the table is about. */
export const MOCK_COMMAND: readonly string[] = [
  'gate',
  '--line=landlord',
  '--operation=landlord.draft-*',
  `--requirement=AUTH-01,AUTH-02,${READ_BACK},LANDLORD-RESOURCE-${ADDRESS}`,
];

/** What of a verdict on a mock is not as it has to be, in words; empty where all is. */
export const amissWith = (
  { breaks, keeps }: Mock,
  { exitCode, failed, passed }: MockVerdict,
): readonly string[] => {
  const isAmong = (ids: readonly string[], pattern: string): boolean =>
    ids.some((id) => matchesGlob(pattern, id));
  return [
    ...(exitCode === 1 ? [] : [`it ended with ${exitCode}`]),
    ...breaks.filter((each) => !isAmong(failed, each)).map((each) => `${each} was not failed`),
    ...keeps.filter((each) => isAmong(failed, each)).map((each) => `${each} was failed`),
    ...keeps.filter((each) => !isAmong(passed, each)).map((each) => `${each} was not passed`),
  ];
};
