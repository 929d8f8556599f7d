import type { Judgement } from '../oracles/finding.ts';
import { shownText } from '../oracles/judgement-texts.ts';
import type { Run } from '../suites/engine/run.ts';

/** Distinct meaningless texts, each of which looks like the description of some answer. */
const nonsense = (): (() => string) => {
  let texts = 0;
  return () => {
    texts += 1;
    return `${['status 500', 'status 404', 'no answer: status 200'][texts % 3]} (${texts})`;
  };
};

const NONSENSE = /status \d{3} \(\d+\)/;

/**
 * A run whose judgements all have meaningless texts, also for the judges and suites that receive them later: any
 * difference in the result comes from code that reads a text for people. Its `write` throws for a text that was left
 * as it was.
 */
export const withShuffledTexts = (run: Run): Run => {
  const text = nonsense();
  const shuffled = (all: readonly Judgement[]): readonly Judgement[] => {
    const [first] = all;
    if (!first?.from) return all;
    const { evidence, judged: before } = first.from;
    // The source has the same texts: a judgement that was changed since is recognised by them.
    const judged = before.map((each) => ({
      ...each,
      wanted: text(),
      got: text(),
      ...(each.context && { context: each.context.map(text) }),
    }));
    return judged.map((each, at) => ({ ...each, from: { evidence, judged, at } }));
  };
  return {
    ...run,
    judge: (judge, ...given) => {
      const outcome = run.judge(judge, ...given);
      if (outcome === undefined) return outcome;
      const changed = 'verdict' in outcome ? shuffled([outcome])[0] : shuffled(outcome);
      return changed as typeof outcome;
    },
    write: (findings) => {
      const left = findings.find((each) => !NONSENSE.test(shownText(each)));
      if (left)
        throw new Error(`the text of ${left.requirement} was not shuffled: ${shownText(left)}`);
      run.write(findings);
    },
  };
};
