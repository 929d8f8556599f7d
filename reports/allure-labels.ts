import type { Label } from 'allure-js-commons';
import type { TestCase } from 'vitest/node';

/** Keys of a test's `meta` that become labels of the same name; each holds a text or a list of texts. */
const LABEL_KEYS = [
  'epic',
  'feature',
  'story',
  'severity',
  'owner',
  'requirement',
  'cell',
] as const;

/** The same items, each once; two are the same where their JSON is. */
export const unique = <Item>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

const valuesOf = (meta: unknown, key: string): string[] => {
  const value: unknown = Object.getOwnPropertyDescriptor(meta ?? {}, key)?.value;
  return [value].flat().filter((item) => typeof item === 'string');
};

/**
 * Labels of a test: its static facts from `meta`, its tags, and one row of the timeline a line of business (`host` and
 * `thread` are Allure's names for it).
 */
export const labelsOf = (test: TestCase): Label[] => {
  const meta = test.meta();
  const facts = LABEL_KEYS.flatMap((name) =>
    valuesOf(meta, name).map((value): Label => ({ name, value })),
  );
  const [epic = test.module.relativeModuleId] = valuesOf(meta, 'epic');
  return [
    ...facts,
    ...test.tags.map((value): Label => ({ name: 'tag', value })),
    { name: 'host', value: 'assay' },
    { name: 'thread', value: epic },
  ];
};
