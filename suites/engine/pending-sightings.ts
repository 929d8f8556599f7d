import type { Judgement } from '../../oracles/finding.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';

/** Key of a judgement about an answer. */
const keyOf = ({ requirement, operation }: Judgement, answer: number | undefined): string =>
  [requirement, operation, answer].join(' ');

const signatureOf = (judged: Judgement): string => keyOf(judged, judged.exchanges.at(-1));

/** Requirements that a legal call is served. */
const ABOUT_SERVICE: ReadonlySet<string> = new Set(Object.values(LEGAL_CALL));

/**
 * Failures that the universal oracles found in the answers of a test. They are kept until something reports them, since a test
 * may judge only other properties: a sighting is never dropped (rule section 0).
 */
export class PendingSightings {
  readonly #sightings = new Map<string, readonly Judgement[]>();
  readonly #reported = new Set<string>();

  /** Records the failures among the judgements of a test's answer. */
  note(test: string, judged: readonly Judgement[]): void {
    const sightings = judged.filter(({ verdict }) => verdict === 'fail');
    if (sightings.length === 0) return;
    this.#sightings.set(test, [...(this.#sightings.get(test) ?? []), ...sightings]);
  }

  /** Records reported judgements, whatever their verdict: a failure may be blamed on something else. */
  noteReported(findings: readonly Judgement[]): void {
    for (const each of findings)
      if (each.verdict !== 'pass')
        for (const answer of each.exchanges) this.#reported.add(keyOf(each, answer));
  }

  /** Drops the sightings of tests with this prefix: those that send invalid content and judge nothing. */
  drop(prefix: string): void {
    for (const test of this.#sightings.keys())
      if (test.startsWith(prefix)) this.#sightings.delete(test);
  }

  /**
   * Failures that nothing has reported, with their tests; each is returned once. Legal calls that were not served are left out:
   * what they mean is settled by the suite that met them, such as an item that a sequence lost before.
   */
  takeUnreported(): readonly (readonly [test: string, judged: Judgement])[] {
    const all = [...this.#sightings].flatMap(([test, judged]) =>
      judged.map((each) => [test, each] as const),
    );
    this.#sightings.clear();
    return all.filter(
      ([, judged]) =>
        !ABOUT_SERVICE.has(judged.requirement) && !this.#reported.has(signatureOf(judged)),
    );
  }

  /** Failures of a test that its check does not report; each is returned once. */
  take(test: string, judgements: readonly Judgement[]): readonly Judgement[] {
    const met = this.#sightings.get(test) ?? [];
    this.#sightings.delete(test);
    const known = new Set(judgements.map(signatureOf));
    return met.filter((each) => !known.has(signatureOf(each)));
  }
}
