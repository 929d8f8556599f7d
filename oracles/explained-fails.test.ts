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

/** A refused value: fields that every body with it lacks, and those whose absence it is. */
interface Refused {
  readonly tested?: readonly string[];
  readonly all: readonly string[];
}

const [TITLE, FIRST_NAME, PHONE] = ['title', 'firstName', 'phone'] as const;

/** Verdicts on a company, its title, first name and phone, and on all legal calls: as refused in two bodies each, or passed. */
const companyVerdicts = (fails: Readonly<Record<string, Refused>>, waived?: string) => {
  const fields = ['company', 'company.title', 'company.firstName', 'company.lastName'];
  const cells = [
    ...fields.map((name) => `TRAVEL-LEGAL-policyholder.${name}` as RequirementId),
    'LEGAL-01' as const,
  ].map((id) => cellOf(id, 'travel.draft-create'));
  const findings = cells.flatMap((cell) => {
    const absences = fails[cell.requirement.split('policyholder.')[1] ?? 'LEGAL-01'];
    if (!absences) return [finding(cell, 'pass')];
    return [1, 2].map((at) => {
      // Each body lacks other fields as well.
      const own = { ...absences, all: [...absences.all, `${cell.requirement}/${at}`] };
      return finding(cell, 'fail', { twin: 1, exchanges: [at], test: `t/${at}`, absences: own });
    });
  });
  return rollUp(cells, findings, (each) =>
    waived !== undefined && each.requirement.endsWith(waived)
      ? { ...each, verdict: 'waived' }
      : each,
  ).map(({ verdict, blockedBy }) => blockedBy?.split('policyholder.')[1] ?? verdict);
};

const ANY = { all: [] };
const ABSENT = { tested: [TITLE], all: [TITLE] };
const WITHOUT_TITLE = { all: [TITLE, PHONE] };

test.each<[string, Parameters<typeof companyVerdicts>, readonly string[]]>([
  [
    'a whole that is always refused, not the absence of its part',
    [{ company: ANY, 'company.title': ABSENT }],
    ['fail', 'company', 'pass', 'pass', 'pass'],
  ],
  [
    'an absent part, if the whole is refused only without it',
    [{ company: WITHOUT_TITLE, 'company.title': ABSENT, 'LEGAL-01': ANY }],
    ['company.title', 'fail', 'pass', 'pass', 'company.title'],
  ],
  [
    'a whole without a part whose absence is accepted',
    [{ company: WITHOUT_TITLE, 'company.title': { all: [TITLE] } }],
    ['fail', 'company', 'pass', 'pass', 'pass'],
  ],
  [
    'an absent part, and other parts that are refused only without it',
    [{ company: WITHOUT_TITLE, 'company.title': ABSENT, 'company.firstName': WITHOUT_TITLE }],
    ['company.title', 'fail', 'company.title', 'pass', 'pass'],
  ],
  [
    'an empty whole, if its parts are refused only without each other',
    [
      {
        company: { tested: [TITLE, PHONE], all: [TITLE, PHONE] },
        'company.title': { tested: [TITLE], all: [TITLE, PHONE] },
      },
    ],
    ['fail', 'company', 'pass', 'pass', 'pass'],
  ],
  [
    'an absent part, if the whole is refused empty as well',
    [{ company: { tested: [TITLE, PHONE], all: [TITLE, PHONE] }, 'company.title': ABSENT }],
    ['company.title', 'fail', 'pass', 'pass', 'pass'],
  ],
  [
    'an absent part beside another one, which its whole explains no more',
    [{ company: WITHOUT_TITLE, 'company.title': ABSENT, 'company.firstName': ANY }],
    ['company.title', 'fail', 'fail', 'pass', 'pass'],
  ],
  [
    'two parts that are refused only without each other',
    [
      {
        'company.title': { tested: [TITLE], all: [TITLE, FIRST_NAME] },
        'company.firstName': { tested: [FIRST_NAME], all: [TITLE, FIRST_NAME] },
      },
    ],
    ['pass', 'fail', 'fail', 'pass', 'pass'],
  ],
  [
    'three absent parts in a circle, none of which hides the last fail',
    [
      {
        'company.title': { tested: [TITLE], all: [TITLE, FIRST_NAME] },
        'company.firstName': { tested: [FIRST_NAME], all: [FIRST_NAME, PHONE] },
        'company.lastName': { tested: [PHONE], all: [PHONE, TITLE] },
      },
    ],
    ['pass', 'fail', 'fail', 'fail', 'pass'],
  ],
  [
    'the whole that nobody waived, beside its waived part',
    [{ company: WITHOUT_TITLE, 'company.title': ABSENT }, 'title'],
    ['fail', 'waived', 'pass', 'pass', 'pass'],
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
