import type { Exchange } from '../spec/exchange.ts';
import type { OpenPoint } from './open-point.ts';
import { errorBodyPoints, statusPoints } from './open-points/statuses.ts';
import { draftPoints } from './open-points/drafts.ts';
import { headerPoints, leakPoints } from './open-points/headers.ts';
import { idPoints } from './open-points/ids.ts';
import { pricePoints } from './open-points/prices.ts';
import { observedAnswers } from './open-points/observed-answers.ts';

/** Open points that the answers of a run decide as a side effect, without requests of their own. */
export const openPointsIn = (exchanges: readonly Exchange[]): readonly OpenPoint[] => {
  const seen = observedAnswers(exchanges);
  return [
    ...statusPoints(seen),
    ...errorBodyPoints(seen),
    ...headerPoints(seen),
    ...idPoints(seen),
    ...pricePoints(seen),
    ...draftPoints(seen),
    ...leakPoints(seen),
  ];
};
