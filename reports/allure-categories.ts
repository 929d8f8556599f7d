import type { Verdict } from '../oracles/finding.ts';

/** One group of results in the report's "Categories"; the first that matches takes a result. */
export interface AllureCategory {
  readonly name: string;
  readonly matchers: readonly {
    readonly statuses: readonly string[];
    readonly message?: string;
    readonly labels?: Readonly<Record<string, string>>;
  }[];
  readonly groupBy: readonly { readonly label: string }[];
  readonly groupByMessage: boolean;
}

const skipped = (name: string, verdict: Verdict): AllureCategory => ({
  name,
  matchers: [{ statuses: ['skipped'], labels: { verdict } }],
  groupBy: [],
  groupByMessage: true,
});

/** Who has to act: the service's maker, the harness's, or nobody. A skipped result says by its label `verdict` why. */
export const ALLURE_CATEGORIES: readonly AllureCategory[] = [
  {
    name: 'Service non-conformant',
    matchers: [{ statuses: ['failed'] }],
    groupBy: [{ label: 'requirement' }],
    groupByMessage: false,
  },
  {
    name: 'Not judged',
    matchers: [{ statuses: ['broken'], message: '^inconclusive' }],
    groupBy: [],
    groupByMessage: true,
  },
  {
    name: 'Harness at fault',
    matchers: [{ statuses: ['broken'] }],
    groupBy: [],
    groupByMessage: true,
  },
  skipped('Observed: left open by the specification', 'observed'),
  skipped('Not applicable to this target', 'not-applicable'),
  skipped('Waived', 'waived'),
];
