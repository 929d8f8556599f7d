import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadTarget } from '../client/target/load-target.ts';
import { PROJECT } from '../client/project.ts';
import { chance, type Dialect, DIALECTS } from './dialects.ts';
import { targetDocument } from './target-document.ts';

const environment = {
  ASSAY_TOKEN: 'token-1',
  ASSAY_OTHER_TOKEN: 'token-2',
  ASSAY_NO_RIGHTS_TOKEN: 'token-3',
  ASSAY_BASE_URL: undefined,
  ASSAY_GAP_BASE_URL: undefined,
};
const documentOf = ({ name, choices }: Dialect) =>
  targetDocument(name, choices, {
    base_url: 'https://staging.example/api',
    gap_base_url: 'https://gap.staging.example/api',
  });

const chances = Array.from({ length: 50 }, (_, seed) => chance(seed));

test.each([...DIALECTS, ...chances])('the target file of $name is valid', async (dialect) => {
  const { choices } = dialect;
  const folder = mkdtempSync(join(tmpdir(), 'assay-dialect-'));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, stringify(documentOf(dialect)));

  const target = await loadTarget({ file, environment });
  rmSync(folder, { recursive: true });

  expect(target.identities.owner.auth.scheme).toBe(choices.auth.scheme);
  expect(target.decisions.checkpoints).toEqual(choices.checkpoints);
  expect(target.features.landlordLeads).toBe(choices.landlordLeads === 'live');
  // As many as the largest race requires: a fault may show only among twenty calls.
  expect(target.limits.concurrency).toBeGreaterThanOrEqual(20);
});

const manual = readFileSync(join(PROJECT, 'reference', 'README.md'), 'utf8');

/** The section of a dialect in the manual, and the YAML in it. */
const sectionOf = (name: string) => {
  const [section = ''] = manual.split(/^## /m).filter((each) => each.startsWith(`${name}\n`));
  const [, snippet] = /```yaml\n(.*?)```/s.exec(section) ?? [];
  return { section, snippet: snippet === undefined ? {} : (parse(snippet) as object) };
};

test.each(DIALECTS)('the manual shows the target of $name', (dialect) => {
  const { section, snippet } = sectionOf(dialect.name);

  expect(section, `reference/README.md has no section "## ${dialect.name}": write it`).not.toBe('');
  expect(documentOf(dialect)).toMatchObject(snippet);
});
