import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Line } from '../../spec/line.ts';
import { contractScenes } from './contract-scenes.ts';
import { DRAFT_SCENES } from './draft-scenes.ts';
import { ITEM_SCENES } from './item-scenes.ts';
import type { Run } from '../run.ts';

/** Plays the scenes of a line, each on a draft of its own, and says what they tell. */
export const playScenes = async (run: Run, line: Line): Promise<readonly OpenPoint[]> => {
  const items = line === 'travel' ? ITEM_SCENES : [];
  const scenes = [...DRAFT_SCENES, ...contractScenes(run, line), ...items];
  const played = await Promise.all(scenes.map((play) => play(run, line)));
  return played.flatMap(({ points }) => points);
};
