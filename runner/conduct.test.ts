import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { scanSource } from '../tools/testing/source-imports.ts';

/** Modules loaded with a file: the project's own by path, packages by name. */
const loadedWith = (file: string): ReadonlySet<string> => {
  const found = new Set([file]);
  for (const path of found) {
    if (!path.endsWith('.ts')) continue;
    const { references } = scanSource(path, readFileSync(join(PROJECT, path), 'utf8'));
    for (const { specifier, kind } of references) {
      if (kind !== 'import' || specifier === null) continue;
      const isOwn = specifier.startsWith('.');
      found.add(isOwn ? posix.join(posix.dirname(path), specifier) : specifier);
    }
  }
  return found;
};

test('loads nothing before sending that only the end or another service needs', () => {
  const loaded = [...loadedWith('runner/conduct.ts')];

  expect(loaded).toEqual(expect.arrayContaining(['runner/begin-run.ts', 'zod']));
  expect(
    loaded.filter(
      (each) =>
        /^(reference|reports\/(page|console|diff))\/|^(vitest|allure|fastify|ajv|hast|undici)/.test(
          each,
        ) || ['runner/finish-run.ts', '@faker-js/faker'].includes(each),
    ),
  ).toEqual([]);
});

test('the suites thread loads only the Faker locales that it uses', () => {
  const loaded = [...loadedWith('suites/open-suites.ts'), ...loadedWith('suites/engine/run.ts')];

  expect(loaded).toContain('@faker-js/faker/locale/nl_BE');
  expect(loaded).not.toContain('@faker-js/faker');
});

test('the embedded service loads no fault that was not requested', () => {
  const loaded = [...loadedWith('reference/start.ts'), ...loadedWith('runner/embedded-choice.ts')];

  expect(loaded).toContain('reference/injected-faults.ts');
  expect(loaded.filter((each) => each.startsWith('reference/faults'))).toEqual([]);
});
