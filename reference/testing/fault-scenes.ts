import type { Fault } from '../faults/fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Visitor } from './visitor.ts';
import { contractScenes } from './contract-scenes.ts';
import { gapPriceScenes } from './gap-price-scenes.ts';
import { draftScenes } from './draft-scenes.ts';
import { itemScenes } from './item-scenes.ts';
import { raceScenes } from './race-scenes.ts';
import { sequenceScenes } from './sequence-scenes.ts';

/** Several calls that tell of a fault together; whether a service answers them as only a faulty one does. */
export type Scene = (visitor: Visitor, on: OperationId) => Promise<boolean>;

const SCENES: Readonly<Record<string, Scene>> = {
  ...contractScenes,
  ...gapPriceScenes,
  ...itemScenes,
  ...draftScenes,
};

const BY_AREA: Readonly<Partial<Record<string, Readonly<Record<string, Scene>>>>> = {
  races: raceScenes,
};

/** The scene in which a fault shows, for those that no single call shows. */
export const sceneOf = ({ id, area, breaks }: Fault): Scene | undefined =>
  sequenceScenes[id] ?? ((area && BY_AREA[area]) ?? SCENES)[breaks.requirement];
