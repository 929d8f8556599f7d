import { registerChecks } from './checks.ts';
import { deletedItemChecks } from './state/deleted-item.ts';
import { foreignIdChecks } from './state/foreign-id.ts';
import { foreignItemChecks } from './state/foreign-item.ts';
import { keptItemChecks } from './state/kept-item.ts';
import { uniqueIdChecks } from './state/unique-ids.ts';

registerChecks('state', 'State', [
  ...uniqueIdChecks(),
  ...foreignIdChecks(),
  ...deletedItemChecks(),
  ...keptItemChecks(),
  ...foreignItemChecks(),
]);
