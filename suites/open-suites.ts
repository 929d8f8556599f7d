import { breakdownsSuite, lastModifiedSuite } from './whole-run-suites.ts';
import type { NamedSuite } from './engine/schedule.ts';
import { contractSuite } from './contract-suite.ts';
import { fieldsSuite } from './fields-suite.ts';
import { gapPricesSuite } from './gap-prices-suite.ts';
import { journeysSuite } from './journeys-suite.ts';
import { leadsSuite } from './leads-suite.ts';
import { legalValuesSuite } from './legal-values-suite.ts';
import { observationsSuite } from './observations-suite.ts';
import { otherClientSuite } from './other-client-suite.ts';
import { ownershipSuite } from './ownership-suite.ts';
import { protocolSuite } from './protocol-suite.ts';
import { racesSuite } from './races-suite.ts';
import type { Run } from './engine/run.ts';
import { sequencesSuite } from './sequences-suite.ts';
import { draftsSuite, foreignIdsSuite, stateSuite, uniqueIdsSuite } from './state-suites.ts';
import { type CreatedInTurn, createdInTurn } from './state/foreign-id.ts';
import type { Suite } from './engine/suite.ts';
import {
  aloneness,
  byUrgency,
  failedLast,
  type SuiteName,
  suitesInOrder,
} from './engine/suite-order.ts';

const SUITES: Readonly<
  Record<Exclude<SuiteName, 'other-client'>, (run: Run, created: CreatedInTurn) => Suite>
> = {
  journeys: journeysSuite,
  protocol: protocolSuite,
  contract: contractSuite,
  leads: leadsSuite,
  fields: fieldsSuite,
  'gap-prices': gapPricesSuite,
  races: racesSuite,
  state: stateSuite,
  drafts: draftsSuite,
  ownership: ownershipSuite,
  'legal-values': legalValuesSuite,
  sequences: sequencesSuite,
  'foreign-ids': foreignIdsSuite,
  'unique-ids': uniqueIdsSuite,
  'last-modified': lastModifiedSuite,
  breakdowns: breakdownsSuite,
  observations: observationsSuite,
};

const opened = (run: Run, name: SuiteName, created: CreatedInTurn): Suite =>
  name === 'other-client'
    ? otherClientSuite(run, (own, names) =>
        openSuites({ ...own, plan: { ...own.plan, suites: names } }),
      )
    : SUITES[name](run, created);

/** The suites that a run conducts, in their order; those without a test are left out. */
export const openSuites = (run: Run): readonly NamedSuite[] => {
  const { suites, lastFailures } = run.plan;
  const created = createdInTurn(run);
  const failed = lastFailures.flatMap(({ test }) => test ?? []);
  return suitesInOrder(failed)
    .filter((name) => suites.length === 0 || suites.includes(name))
    .map((name) => {
      const { probes, tests } = opened(run, name, created);
      return {
        name,
        alone: aloneness(name),
        failedLast: failedLast(name, failed),
        probes,
        tests: byUrgency(tests, lastFailures),
      };
    })
    .filter(({ tests }) => tests.length > 0);
};
