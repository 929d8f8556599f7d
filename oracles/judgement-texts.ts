import type { Judgement } from './finding.ts';

// Texts of judgements are for people: no code decides by them. Only these functions read one, to quote it in another text.

/** The actual answer in words, from a judgement or a cell. */
export const shownText = ({ got }: Pick<Judgement, 'got'>): string => got;

/** The expected answer in words. */
export const expectedText = ({ wanted }: Pick<Judgement, 'wanted'>): string => wanted;

/** A judgement with an addition to the text of its answer. */
export const withAddition = <Judged extends Pick<Judgement, 'got'>>(
  judged: Judged,
  addition: string,
): Judged => ({ ...judged, got: `${judged.got}${addition}` });
