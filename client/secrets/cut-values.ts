import type { Found, Replacement } from './value-index.ts';

/** Characters: less of a value comes by chance. */
const SHORTEST = 6;
/** The UTF-8 of the … that stands for what was left out of a text, each byte as one character. */
const MARK = '\xe2\x80\xa6';

/** What the cut may have left of an escape, before it and behind it. */
const TORN_BEFORE = /(?:&[#\w]{0,8}|%[\da-fA-F]?|\\(?:u[\da-fA-F]{0,3})?)$/;
const TORN_BEHIND = /^(?:[#\w]{0,8};|[\da-fA-F]{1,2}(?=%|$)|u?[\da-fA-F]{1,4}(?=\\))/;

interface Value {
  readonly text: string;
  readonly replacement: Replacement;
}

const byKey = () => {
  const values = new Map<string, Value[]>();
  return {
    add: (key: string, value: Value): void => {
      const own = values.get(key);
      if (own) own.push(value);
      else values.set(key, [value]);
    },
    get: (key: string): readonly Value[] => values.get(key) ?? [],
  };
};

/** Finds what is left of values where a text was cut, as what is quoted of an answer is. */
export interface CutValues {
  add(text: string, replacement: Replacement): void;
  /** The stretches before and behind each …, and if the text is a `part` of another at both of its ends. Bytes as characters. */
  find(layer: string, isPart: boolean): readonly Found[];
}

/** None are known yet. */
export const createCutValues = (): CutValues => {
  const heads = byKey();
  const tails = byKey();
  let longest = 0;

  /** The most of a value that ends here; it began behind `after`. */
  const before = (layer: string, after: number, end: number, cut: number): Found[] => {
    for (let from = Math.max(after, end - longest); from + SHORTEST <= end; from += 1) {
      const left = layer.slice(from, end);
      const whole = heads.get(left.slice(0, SHORTEST)).find(({ text }) => text.startsWith(left));
      if (whole) return [{ from, to: cut, replacement: whole.replacement }];
    }
    return [];
  };
  const behind = (layer: string, start: number, until: number, cut: number): Found[] => {
    for (let to = Math.min(until, start + longest); to - SHORTEST >= start; to -= 1) {
      const left = layer.slice(start, to);
      const whole = tails.get(left.slice(-SHORTEST)).find(({ text }) => text.endsWith(left));
      if (whole) return [{ from: cut, to, replacement: whole.replacement }];
    }
    return [];
  };
  const atEnd = (layer: string, after: number, cut: number): Found[] => {
    const found = before(layer, after, cut, cut);
    const [torn = ''] = TORN_BEFORE.exec(layer.slice(Math.max(after, cut - 10), cut)) ?? [];
    return found.length > 0 || torn === '' ? found : before(layer, after, cut - torn.length, cut);
  };
  const atStart = (layer: string, cut: number, until: number): Found[] => {
    const found = behind(layer, cut, until, cut);
    const [torn = ''] = TORN_BEHIND.exec(layer.slice(cut, Math.min(until, cut + 10))) ?? [];
    return found.length > 0 || torn === '' ? found : behind(layer, cut + torn.length, until, cut);
  };

  return {
    add: (text, replacement) => {
      if (text.length <= SHORTEST) return;
      const value = { text, replacement };
      heads.add(text.slice(0, SHORTEST), value);
      tails.add(text.slice(-SHORTEST), value);
      longest = Math.max(longest, text.length);
    },
    find: (layer, isPart) => {
      const found: Found[] = [];
      let start = 0;
      let isCut = isPart;
      for (let mark = layer.indexOf(MARK); mark >= 0; mark = layer.indexOf(MARK, start)) {
        if (isCut) found.push(...atStart(layer, start, mark));
        found.push(...atEnd(layer, start, mark));
        start = mark + MARK.length;
        isCut = true;
      }
      if (isCut) found.push(...atStart(layer, start, layer.length));
      if (isPart) found.push(...atEnd(layer, start, layer.length));
      return found;
    },
  };
};
