import { CATALOGUE } from '../../spec/catalogue.ts';
import { operation } from '../../spec/operations.ts';
import {
  sortedOpenPoints,
  type OpenPointRow,
  openPointSections,
} from '../../store/open-point-rows.ts';
import { type Content, element, type Part, shown, plainRow, scrollTable } from './element.ts';
import type { PageSource } from './page-head.ts';

const table = (
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
): Part => scrollTable(label, { class: 'words', heads, rows: rows.map(plainRow) });

const folded = (title: string, count: number, about: string, content: Part): Part =>
  element(
    'details',
    { class: 'rest' },
    element('summary', element('b', title), ` ${count}`),
    element('p', { class: 'muted' }, about),
    content,
  );

const outcomeOf = ({ outcome, serverError, internals }: OpenPointRow): string => {
  const alarms = [
    ...(serverError ? ['a server error, which is always a defect'] : []),
    ...internals.map(({ kind, excerpt }) => `${kind}: ${excerpt}`),
  ];
  return shown([outcome, ...alarms].join('; '), 600);
};

const openPoints = ({ points, record }: PageSource): readonly Part[] =>
  openPointSections(sortedOpenPoints(points), record.lines).map(({ title, rows }) =>
    folded(
      title,
      rows.length,
      'Points that the specification leaves open, and the decision of this service. None of them is a fail.',
      table(
        title,
        ['Question', 'This service', 'Rule', 'Where'],
        rows.map((row) => [
          shown(row.question, 400),
          outcomeOf(row),
          row.rule,
          shown(row.where, 400),
        ]),
      ),
    ),
  );

const waivers = ({ record }: PageSource): readonly Part[] =>
  record.waivers.length === 0
    ? []
    : [
        folded(
          'Waivers',
          record.waivers.length,
          'Fails that an owner accepted until a date.',
          table(
            'Waivers',
            ['Requirement', 'Operation', 'Reason', 'Owner', 'Until', 'State'],
            record.waivers.map((each) => [
              each.requirement,
              each.operation,
              shown(each.reason, 400),
              shown(each.owner, 200),
              each.expires,
              each.state,
            ]),
          ),
        ),
      ];

const notTestable = ({ record }: PageSource): Part => {
  const rows = [...CATALOGUE]
    .filter(([, { operations }]) =>
      operations.some((on) => record.lines.includes(operation(on).line)),
    )
    .flatMap(([id, { statement, notObservable }]) =>
      notObservable === undefined ? [] : [[id, statement, notObservable]],
    );
  return folded(
    'Cannot be observed',
    rows.length,
    'Requirements that cannot be observed from outside.',
    table('Not observable', ['Requirement', 'Statement', 'Reason'], rows),
  );
};

/** Decisions of the service, robustness, waivers, and requirements that no run can judge. */
export const remainingSections = (source: PageSource): Part =>
  element(
    'section',
    { id: 'rest', 'aria-labelledby': 'rest-title' },
    element('h2', { id: 'rest-title' }, 'Not part of the verdict'),
    ...(source.points.length === 0 ? [] : openPoints(source)),
    ...waivers(source),
    notTestable(source),
  );
