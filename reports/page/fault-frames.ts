import type { CellVerdict } from '../../oracles/finding.ts';
import { counted } from '../../spec/message-text.ts';
import { type SharedFault, sharedFaults } from '../story/shared-faults.ts';
import { element, type Part, shown, sign } from './element.ts';

type CellView = (verdict: CellVerdict) => Part;

/** The cards of failed cells that probably have one fault: the first, and the others in a closed list. */
const faultView = ({ cells, title = '' }: SharedFault, view: CellView): Part => {
  const [first, ...others] = cells;
  return element(
    'div',
    { class: 'fault' },
    element(
      'p',
      sign('fail'),
      ' ',
      element('b', counted(cells.length, 'cell')),
      `: ${shown(title, 400)}`,
    ),
    first && view(first),
    element(
      'details',
      { class: 'more' },
      element('summary', `${counted(others.length, 'more cell')} of the same kind`),
      others.map(view),
    ),
  );
};

/**
 * Cards of cells; failed cells that probably have one fault share a frame. The largest frames come first of all fails, since
 * they are the likeliest cause of others.
 */
export const cardsOf = (cells: readonly CellVerdict[], view: CellView): readonly Part[] => {
  const failed = cells.filter(({ verdict }) => verdict === 'fail');
  const shared = sharedFaults(failed)
    .filter(({ title }) => title !== undefined)
    .toSorted((a, b) => b.cells.length - a.cells.length);
  const framed = new Set(shared.flatMap((fault) => fault.cells));
  const others = cells.filter((verdict) => !framed.has(verdict));
  const errors = others.filter(({ verdict }) => verdict === 'error');
  return [
    ...errors.map(view),
    ...shared.map((fault) => faultView(fault, view)),
    ...others.filter(({ verdict }) => verdict !== 'error').map(view),
  ];
};
