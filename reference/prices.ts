import type { Line } from '../spec/line.ts';
import type { Tariff } from './prices/price.ts';
import { gapTariff } from './prices/gap.ts';
import { joblossTariff } from './prices/jobloss.ts';
import { landlordTariff } from './prices/landlord.ts';
import { travelTariff } from './prices/travel.ts';

/** Price calculation of each line. */
export const tariffs = (): Record<Line, Tariff> => ({
  jobloss: joblossTariff,
  travel: travelTariff,
  landlord: landlordTariff,
  gap: gapTariff,
});
