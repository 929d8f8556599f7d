import { ALL_CHECKS } from './check-files.ts';
import { checksSuite, type CheckOptions } from './engine/checks.ts';
import type { OpenSuites } from './engine/conduct-part.ts';
import type { Run } from './engine/run.ts';
import type { NamedSuite } from './engine/schedule.ts';
import type { Suite } from './engine/suite.ts';
import {
  exclusivityOf,
  failedFirst,
  sendsAny,
  type SuiteName,
  suitesInOrder,
} from './engine/suite-order.ts';
import { fieldsSuite } from './fields-suite.ts';
import { journeysSuite } from './journeys-suite.ts';
import { DRAFT_DIMENSIONS, LEGAL_CALL_DIMENSIONS } from './contexts/context.ts';
import { legalValuesSuite } from './legal-values-suite.ts';
import { observationsSuite } from './observations-suite.ts';
import { otherClientSuite } from './other-client-suite.ts';
import { protocolSuite } from './protocol-suite.ts';
import { repeatedSightingsSuite } from './repeated-sightings-suite.ts';
import { sequencesSuite } from './sequences-suite.ts';

/** Opens the suite of checks with this name. */
const checked =
  (name: SuiteName, trying?: CheckOptions) =>
  (run: Run): Suite =>
    checksSuite(
      run,
      name,
      ALL_CHECKS.filter(({ suite }) => suite === name),
      trying,
    );

/** Draws of checks that all answers of the run decide: another context adds nothing. */
const OF_WHOLE_RUN: CheckOptions = { draws: { gate: 1, certify: 2 } };

const SUITES: Readonly<Record<SuiteName, (run: Run) => Suite>> = {
  journeys: journeysSuite,
  protocol: protocolSuite,
  contract: checked('contract'),
  leads: checked('leads'),
  fields: fieldsSuite,
  // A service may lock a draft after refused calls (S18), and must price and update any other one (R6).
  'gap-prices': checked('gap-prices', { dimensions: DRAFT_DIMENSIONS }),
  // Intermittent faults need more attempts; six draws keep a certify below 30,000 requests.
  races: checked('races', { draws: { gate: 1, certify: 6 } }),
  state: checked('state'),
  // No other test may create or update drafts at the same time.
  drafts: checked('drafts', { probes: 'state', tests: { isSerial: true } }),
  ownership: checked('ownership', { dimensions: [...LEGAL_CALL_DIMENSIONS, 'contract'] }),
  'legal-values': legalValuesSuite,
  sequences: sequencesSuite,
  'foreign-ids': checked('foreign-ids', { probes: 'state' }),
  'unique-ids': checked('unique-ids'),
  'last-modified': checked('last-modified', OF_WHOLE_RUN),
  // Also run if the service was given up.
  breakdowns: checked('breakdowns', { ...OF_WHOLE_RUN, tests: { judgesStoppedRun: true } }),
  observations: observationsSuite,
  'other-client': (run) => otherClientSuite(run, openNamed),
  'repeated-sightings': (run) => repeatedSightingsSuite(run, openNamed),
};

/** Suites of a run, in order, without empty ones. */
export const openSuites = (run: Run): readonly NamedSuite[] => {
  const { suites, lastFailures } = run.plan;
  const failed = lastFailures.flatMap(({ test }) => test ?? []);
  return suitesInOrder(failed)
    .filter((name) => suites.length === 0 || suites.includes(name))
    .map((name) => {
      const { probes, tests } = SUITES[name](run);
      return {
        name,
        alone: exclusivityOf(name),
        failedLast: sendsAny(name, failed),
        probes,
        tests: failedFirst(tests, lastFailures),
      };
    })
    .filter(({ tests }) => tests.length > 0);
};

/** Opens these suites of a run, whatever its plan selects. */
const openNamed: OpenSuites = (run, names) =>
  openSuites({ ...run, plan: { ...run.plan, suites: names } });
