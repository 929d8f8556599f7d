import { expect, test } from 'vitest';
import { ITEM_BODIES, PARAMETERS, writeDraft } from './testing/journey.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { withDialect } from './testing/with-dialect.ts';

/** Statuses of a second deletion of an item, of its change, and of the change of an item that never was. */
const afterDeletion = (dialect: string, kind: 'car' | 'person'): Promise<readonly number[]> =>
  withDialect(dialect, async (visitor) => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const body = ITEM_BODIES[kind];
    const posted = await visitor.call(`travel.${kind}-post`, { draftId }, body);
    const ids = { draftId, [PARAMETERS[kind]]: visitor.idOf('travel', kind, posted) };
    const remove = () => visitor.call(`travel.${kind}-delete`, ids, {});
    const never = { draftId, [PARAMETERS[kind]]: 'never' };
    const answers = [
      await remove(),
      await remove(),
      await visitor.call(`travel.${kind}-put`, ids, body),
      await visitor.call(`travel.${kind}-put`, never, body),
    ];
    return answers.slice(1).map(({ status }) => status);
  });

test.each([
  ['tombstones', 'car', [200, 410, 404]],
  ['tombstones', 'person', [204, 410, 404]],
  // T4 lists 404 for a car that cannot be found.
  ['reviving', 'car', [404, 200, 404]],
  ['reviving', 'person', [410, 200, 404]],
] as const)('%s: a deleted %s answers %j', async (dialect, kind, expected) => {
  expect(await afterDeletion(dialect, kind)).toEqual(expected);
});
