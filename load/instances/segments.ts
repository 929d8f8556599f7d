/** The share of a run that one k6 instance sends. */
export interface Segment {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

const edge = (index: number, of: number): string => {
  if (index === 0) return '0';
  return index === of ? '1' : `${index}/${of}`;
};

/** Equal segments for a number of instances. */
export const segmentsOf = (instances: number): readonly Segment[] =>
  Array.from({ length: instances }, (_, index) => ({ index, of: instances }));

/** The arguments for k6, in the same form as those of k6-operator; none for a single instance. */
export const segmentArguments = ({ index, of }: Segment): readonly string[] => {
  if (of === 1) return [];
  const sequence = Array.from({ length: of + 1 }, (_, at) => edge(at, of)).join(',');
  return [
    `--execution-segment=${edge(index, of)}:${edge(index + 1, of)}`,
    `--execution-segment-sequence=${sequence}`,
  ];
};

/** `instance 2 of 4`. */
export const segmentName = ({ index, of }: Segment): string => `instance ${index + 1} of ${of}`;

const fraction = (text: string): number => {
  const [above = '', below = '1'] = text.split('/');
  return Number(above) / Number(below);
};

/** Parses k6's execution segment, `1/4:1/2` with its sequence; undefined if it is not one of equal parts. */
export const segmentIn = (segment: string, sequence: string): Segment | undefined => {
  const edges = sequence.split(',').map(fraction);
  const of = edges.length - 1;
  const [from = Number.NaN, to = Number.NaN] = segment.split(':').map(fraction);
  const isClose = (value: number, at: number): boolean => Math.abs(value * of - at) < 1e-6;
  const index = Math.round(from * of);
  const isEqual = of > 0 && edges.every((value, at) => isClose(value, at));
  return isEqual && isClose(from, index) && isClose(to, index + 1) ? { index, of } : undefined;
};
