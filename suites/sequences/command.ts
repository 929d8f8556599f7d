import type { Step } from '../../spec/operation.ts';

/** What a travel draft has several of. */
export const ITEM_KINDS = ['car', 'person', 'metadata'] as const;
/** A kind of item of a travel draft. */
export type ItemKind = (typeof ITEM_KINDS)[number];

/**
 * One command of a sequence: an operation on a draft. Drafts and items are named by labels, from 0, that the creating commands
 * give them, so that a command still means the same when others are taken out of the sequence.
 */
export interface SequenceCommand {
  readonly step: Step;
  readonly draft: number;
  /** Of the operations on cars, persons and metadata. */
  readonly item?: number;
  /** Which data an update writes, from 1; neighbours differ. */
  readonly version?: number;
}

/** The kind of item that a step is about; undefined for steps on the draft itself. */
export const itemKindOf = (step: Step): ItemKind | undefined =>
  ITEM_KINDS.find((kind) => step.startsWith(`${kind}-`));

/** Names the item of a command within its draft, such as `car 0`. */
export const itemName = (kind: ItemKind, label: number): string => `${kind} ${label}`;
