import type { Line } from '../../spec/line.ts';
import type { FaultyCall, ProxyAnswer, ProxyMemory } from './load-fault.ts';

/** Number of right answers of each line that are remembered. */
const REMEMBERED = 50;

/** Right answers by draft and line. */
export class Answers implements ProxyMemory {
  readonly #recent = new Map<Line, { readonly draft: string; readonly answer: ProxyAnswer }[]>();
  readonly #firsts = new Map<string, ProxyAnswer>();

  keep({ line, draft }: FaultyCall, answer: ProxyAnswer): void {
    const recent = this.#recent.get(line) ?? [];
    this.#recent.set(line, [{ draft, answer }, ...recent.slice(0, REMEMBERED - 1)]);
    if (!this.#firsts.has(draft)) this.#firsts.set(draft, answer);
  }

  another({ line, draft }: FaultyCall, { body }: ProxyAnswer): ProxyAnswer | undefined {
    return this.#recent.get(line)?.find((each) => each.draft !== draft && each.answer.body !== body)
      ?.answer;
  }

  first({ draft }: FaultyCall): ProxyAnswer | undefined {
    return this.#firsts.get(draft);
  }

  foreign({ line }: FaultyCall): ProxyAnswer | undefined {
    return [...this.#recent].find(([other]) => other !== line)?.[1][0]?.answer;
  }
}
