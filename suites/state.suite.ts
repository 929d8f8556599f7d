import { registerChecks } from './checks.ts';
import { deletedItemChecks } from './state/deleted-item.ts';
import { foreignIdChecks } from './state/foreign-id.ts';
import { foreignItemChecks } from './state/foreign-item.ts';
import { keptItemChecks } from './state/kept-item.ts';

registerChecks('state', 'State', [
  ...foreignIdChecks(),
  ...deletedItemChecks(),
  ...keptItemChecks(),
  ...foreignItemChecks(),
]);
