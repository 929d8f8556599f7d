import { expect, test } from 'vitest';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Cell } from './ledger.ts';
import { rollUp } from './roll-up.ts';
import { cellOf, finding } from './testing/sample-finding.ts';

const legal = cellOf('LEGAL-01', 'travel.draft-create');

test('an empty object that a deletion refuses is one finding, not all legal deletions (D7)', () => {
  const cells = (['PATH-01', 'LEGAL-01', 'TRAVEL-CAR-04'] as const).map((id) =>
    cellOf(id, 'travel.car-delete'),
  );
  const refused = cells.flatMap((cell) =>
    [1, 2].map((at) => finding(cell, 'fail', { twin: 1, test: `journey/travel/${at}` })),
  );
  expect(rollUp(cells, refused).map(({ verdict }) => verdict)).toEqual([
    'inconclusive',
    'inconclusive',
    'fail',
  ]);
});

test.each([
  ['DRAFT-01', 'travel.draft-get', 404],
  ['BODY-05', 'travel.lead-create', 501],
] as const)(
  'an operation with server errors is one finding: %s of %s reports nothing more of the same status (S9)',
  (requirement, on, another) => {
    const [error, other] = [cellOf('ERROR-01', on), cellOf(requirement, on)];
    const seen = (cell: Cell, status: number) =>
      [1, 2].map((n) => finding(cell, 'fail', { twin: 3, exchanges: [n], status }));
    const both = (status: number) =>
      rollUp([error, other], [...seen(error, 500), ...seen(other, status)]).map(
        ({ verdict }) => verdict,
      );
    expect(both(500)).toEqual(['fail', 'inconclusive']);
    expect(both(another)).toEqual(['fail', 'fail']);
  },
);

test.each([
  ['DRAFT-01', 'travel.draft-get', 405, 403],
  ['STATUS-02', 'travel.draft-create', 404, 409],
] as const)(
  'an operation that is not served is one finding: %s of %s reports nothing more of the same status (S3, S16)',
  (requirement, on, same, another) => {
    const [path, other] = [cellOf('PATH-01', on), cellOf(requirement, on)];
    const seen = (cell: Cell, status: number) =>
      [1, 2].map((n) => finding(cell, 'fail', { twin: 3, exchanges: [n], status }));
    const both = (status: number) =>
      rollUp([path, other], [...seen(path, same), ...seen(other, status)]).map(
        ({ verdict }) => verdict,
      );
    expect(both(same)).toEqual(['fail', 'inconclusive']);
    expect(both(another)).toEqual(['fail', 'fail']);
  },
);

test('a refused legal value is one finding: that of its field, not all legal requests as well', () => {
  const field = cellOf('TRAVEL-LEGAL-language', 'travel.draft-create');
  const refused = (cell: Cell) => [
    finding(cell, 'fail', { twin: 1 }),
    finding(cell, 'fail', { twin: 1, test: 'journey/travel/9' }),
  ];
  const both = rollUp([legal, field], [...refused(legal), ...refused(field)]);
  expect(both.map(({ verdict, blockedBy }) => [verdict, blockedBy])).toEqual([
    ['inconclusive', 'TRAVEL-LEGAL-language'],
    ['fail', undefined],
  ]);
  expect(rollUp([legal], refused(legal)).map(({ verdict }) => verdict)).toEqual(['fail']);
});

const ON_CONDITIONS = ['the draft has no title'] as const;

/** Verdicts on a company, its title and its first name, each failed on these conditions, always (`always`), or passed. */
const companyVerdicts = (
  fails: Readonly<Record<string, readonly string[] | 'always'>>,
  waived?: string,
) => {
  const ids = ['', '.title', '.firstName'].map(
    (name) => `TRAVEL-LEGAL-policyholder.company${name}` as RequirementId,
  );
  const cells = [...ids, 'LEGAL-01' as const].map((id) => cellOf(id, 'travel.draft-create'));
  const findings = cells.flatMap((cell) => {
    const met = fails[cell.requirement.split('policyholder.')[1] ?? 'LEGAL-01'];
    if (met === undefined) return [finding(cell, 'pass')];
    return [1, 2].map((at) =>
      finding(cell, 'fail', {
        twin: 1,
        exchanges: [at],
        test: `${cell.requirement}/${at}`,
        ...(met !== 'always' && { context: met }),
      }),
    );
  });
  return rollUp(cells, findings, (each) =>
    waived !== undefined && each.requirement.endsWith(waived)
      ? { ...each, verdict: 'waived' }
      : each,
  ).map(({ verdict, blockedBy }) => blockedBy?.split('policyholder.')[1] ?? verdict);
};

test.each<[string, Parameters<typeof companyVerdicts>, readonly string[]]>([
  [
    'a whole that is always refused',
    [{ company: 'always', 'company.title': 'always' }],
    ['fail', 'company', 'pass', 'pass'],
  ],
  [
    'a part that is always refused, if the whole is refused on conditions',
    [{ company: ON_CONDITIONS, 'company.title': 'always', 'LEGAL-01': 'always' }],
    ['company.title', 'fail', 'pass', 'company.title'],
  ],
  [
    'a whole on conditions, if the part needs some as well',
    [{ company: ON_CONDITIONS, 'company.title': ON_CONDITIONS }],
    ['fail', 'company', 'pass', 'pass'],
  ],
  [
    'a part beside another one, which the whole explains no more',
    [{ company: ON_CONDITIONS, 'company.title': 'always', 'company.firstName': ON_CONDITIONS }],
    ['company.title', 'fail', 'fail', 'pass'],
  ],
  [
    'the whole that nobody waived, beside its waived part',
    [{ company: ON_CONDITIONS, 'company.title': 'always' }, 'title'],
    ['fail', 'waived', 'pass', 'pass'],
  ],
])('one deviation of an object and its fields is one finding: %s', (_, given, expected) => {
  expect(companyVerdicts(...given)).toEqual(expected);
});

test('refusals of all legal calls are waived only by their own waiver, whatever explains them', () => {
  const field = cellOf('TRAVEL-LEGAL-language', 'travel.draft-create');
  const findings = [legal, field].flatMap((cell) => [
    finding(cell, 'fail', { twin: 1 }),
    finding(cell, 'fail', { twin: 1, test: 'journey/travel/9' }),
  ]);
  const verdictsWith = (...waived: readonly RequirementId[]) =>
    rollUp([legal, field], findings, (each) =>
      waived.includes(each.requirement) ? { ...each, verdict: 'waived' } : each,
    ).map(({ verdict }) => verdict);

  expect(verdictsWith('TRAVEL-LEGAL-language')).toEqual(['inconclusive', 'waived']);
  expect(verdictsWith('LEGAL-01', 'TRAVEL-LEGAL-language')).toEqual(['waived', 'waived']);
  expect(verdictsWith('LEGAL-01')).toEqual(['waived', 'fail']);
});

test('a refused field explains the refusal of its children, not of its neighbour', () => {
  const cells = ['partnerReference', 'partnerReference[].key'].map((name) =>
    cellOf(`GAP-LEAD-LEGAL-${name}` as RequirementId, 'gap.lead-create'),
  );
  const findings = cells.flatMap((cell) => [
    finding(cell, 'fail', { twin: 1 }),
    finding(cell, 'fail', { twin: 1, test: 'legal/2' }),
  ]);
  expect(rollUp(cells, findings).map(({ verdict }) => verdict)).toEqual(['fail', 'inconclusive']);
});

test.each(['GAP-FRACTION-01', 'KEYVALUE-01'] as const)(
  '%s concerns a legal value under another name, and explains refusals of all legal calls',
  (value) => {
    const cells = ([value, 'LEGAL-01'] as const).map((id) => cellOf(id, 'gap.price-request'));
    const findings = cells.flatMap((cell) => [
      finding(cell, 'fail', { twin: 1 }),
      finding(cell, 'fail', { twin: 1, test: 'legal/2' }),
    ]);
    expect(rollUp(cells, findings).map(({ blockedBy }) => blockedBy)).toEqual([undefined, value]);
  },
);
