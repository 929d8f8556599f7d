import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { type GeneratedPage, inMarkdown } from './generated-page.ts';

/** The rules by which the specification's silences are judged. */
export const rulePage = (): GeneratedPage => {
  const rules = Object.entries(JUDGEMENT_RULES).map(
    ([id, text]) => `## ${id}\n\n${inMarkdown(text)}`,
  );
  const about =
    'The specification leaves much open. These rules say how each of its silences is judged; requirements name them.';
  return { path: 'reference/rules.md', text: ['# Judgement rules', about, ...rules].join('\n\n') };
};

/** How a requirement is added, as CONTRIBUTING.md says it. */
export const addingPage = (): GeneratedPage => {
  const contributing = readFileSync(join(PROJECT, 'CONTRIBUTING.md'), 'utf8');
  const [, section = ''] = contributing.split(/^## Adding a requirement$/m);
  const [text = ''] = section.split(/^## /m);
  if (text.trim() === '')
    throw new Error('wanted the section "Adding a requirement" in CONTRIBUTING.md, found none');
  return {
    path: 'reference/adding-a-requirement.md',
    text: `# Adding a requirement\n\n${text.trim()}\n`,
  };
};
