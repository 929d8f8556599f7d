/** The four lines of business, in the order of the specification ("What the service does"). */
export const LINES = ['jobloss', 'travel', 'landlord', 'gap'] as const;

/** One line of business; `gap` is motor gap. */
export type Line = (typeof LINES)[number];

/** True if a line has this name. */
export const isLine = (name: string): name is Line => (LINES as readonly string[]).includes(name);

/** The title of a line as the specification prints it. */
export const LINE_TITLES = {
  jobloss: 'Jobloss',
  travel: 'Travel',
  landlord: 'Landlord',
  gap: 'Motor gap',
} as const satisfies Record<Line, string>;

/** Facts about the lines, in the order of the specification. */
export const inLineOrder = <Fact extends { readonly line: Line }>(
  facts: readonly Fact[],
): readonly Fact[] => facts.toSorted((a, b) => LINES.indexOf(a.line) - LINES.indexOf(b.line));
