import type { ResolvedTarget } from '../../client/target.ts';
import { findAt } from '../../client/target/places.ts';
import { type Examination, isServed } from './examination.ts';
import type { Remark } from './remark.ts';

const union = (all: readonly (readonly string[])[]): string[] => [...new Set(all.flat())];

/** The declared place at which a line found its token. */
const declaredPlaceOf = (declared: ResolvedTarget, { state }: Examination): readonly string[] => {
  const answer = state.exchanges.findLast(
    (exchange) => exchange.operation?.endsWith('.token-terms') && isServed(exchange),
  );
  const place = answer && declared.termsToken.find((each) => findAt([each], answer) !== undefined);
  return place === undefined ? [] : [place];
};

/**
 * The places of the token that the lines use. One key serves all lines: first the places that had to be found, for a line
 * that needs one may hold something else at a declared one.
 */
const tokenPlaces = (declared: ResolvedTarget, exams: readonly Examination[]): string[] => {
  const [kept, changed] = [true, false].map((isKept) =>
    exams.filter(({ run }) => (run.target.termsToken === declared.termsToken) === isKept),
  );
  if (!kept || !changed || changed.length === 0) return declared.termsToken;
  return union([
    ...changed.map(({ run }) => run.target.termsToken),
    ...kept.map((exam) => declaredPlaceOf(declared, exam)),
  ]);
};

/** The remarks of the lines, each edit of the terms token with the places of all lines, so that none writes over another's. */
export const withOneToken = (
  remarks: readonly Remark[],
  declared: ResolvedTarget,
  exams: readonly Examination[],
): readonly Remark[] => {
  const places = tokenPlaces(declared, exams);
  const value = places.length === 1 ? places[0] : places;
  return remarks.map((remark) => {
    const edits = remark.edits?.map((each) =>
      each.path.join('.') === 'termsToken' ? { ...each, value } : each,
    );
    return edits ? { ...remark, edits } : remark;
  });
};

/** The target as it has to be by what the lines have shown. */
export const foundTarget = (
  declared: ResolvedTarget,
  exams: readonly Examination[],
): ResolvedTarget => {
  const targetOn = (line: Examination['line']) =>
    exams.find((exam) => exam.line === line)?.run.target ?? declared;
  return {
    ...declared,
    ids: {
      jobloss: targetOn('jobloss').ids.jobloss,
      travel: targetOn('travel').ids.travel,
      landlord: targetOn('landlord').ids.landlord,
      gap: targetOn('gap').ids.gap,
    },
    termsToken: tokenPlaces(declared, exams),
    gapPrice: targetOn('gap').gapPrice,
    bodies: Object.assign({}, ...exams.map(({ run }) => run.target.bodies)),
  };
};
