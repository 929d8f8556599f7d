import type { Judgement } from './finding.ts';

// Texts of judgements are for people: no code decides by them. Only these functions read one, to tell it again in another text.

/** What a judgement, or a cell, shows to people. */
export const shownText = ({ got }: Pick<Judgement, 'got'>): string => got;

/** What a judgement expects, for people. */
export const expectedText = ({ wanted }: Pick<Judgement, 'wanted'>): string => wanted;

/** A judgement whose text goes on. */
export const withAddition = <Judged extends Pick<Judgement, 'got'>>(
  judged: Judged,
  addition: string,
): Judged => ({ ...judged, got: `${judged.got}${addition}` });
