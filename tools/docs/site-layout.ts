import { SOCIAL_CARD } from './social-card.ts';

/** Page of the sidebar: its path below `docs/` without ending, and its title there. */
type Linked = readonly [path: string, title: string];

/** Pages of the sidebar, by group. The pages of requirements are linked from their index. */
const SIDEBAR: Readonly<Record<string, readonly Linked[]>> = {
  Start: [
    ['index', 'Overview'],
    ['first-verdict', 'First verdict'],
    ['words', 'Words'],
  ],
  Guides: [
    ['ci-owner', 'CI and pipelines'],
    ['implementer', 'Building a service'],
    ['certificate', 'Certificate'],
    ['performance-engineer', 'Performance'],
    ['load-results', 'Results of a load'],
    ['nightly', 'Nights'],
    ['many-machines', 'Many machines'],
  ],
  Trust: [
    ['verdicts', 'Verdicts'],
    ['exam', 'Who checks the checker'],
    ['benchmarks', 'Benchmarks'],
    ['versioning', 'Versions'],
    ['systems', 'Systems'],
  ],
  Reference: [
    ['reference/requirements', 'Requirements'],
    ['reference/rules', 'Judgement rules'],
    ['reference/commands', 'Commands'],
    ['reference/target', 'Target file'],
    ['reference/silencing', 'What a target can silence'],
    ['reference/environment', 'Environment'],
    ['reference/service', 'The service'],
    ['reference/service-jobloss', 'Jobloss'],
    ['reference/service-travel', 'Travel'],
    ['reference/service-landlord', 'Landlord'],
    ['reference/service-gap', 'Motor gap'],
    ['reference/service-schemas', 'Schemas'],
  ],
  Contributing: [['reference/adding-a-requirement', 'Adding a requirement']],
};

/** Handwritten pages in `docs/`. */
export const HANDWRITTEN: readonly string[] = Object.values(SIDEBAR)
  .flat()
  .map(([path]) => path)
  .filter((path) => !path.startsWith('reference/'));

/** Relative path from a page to the folder of the first page, such as `../`. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1);

/** Sidebar of the page with this path; the page itself is marked in it, or the index that it belongs to. */
export const sidebarOf = (path: string): string => {
  const link = ([to, title]: Linked): string => {
    const isWithin = path.startsWith(`${to}/`);
    const current = path === to ? ' aria-current="page"' : isWithin ? ' aria-current="true"' : '';
    return `<li><a href="${rootOf(path)}${to}.html"${current}>${title}</a></li>`;
  };
  return Object.entries(SIDEBAR)
    .map(([group, pages]) => `<h2>${group}</h2><ul>${pages.map(link).join('')}</ul>`)
    .join('');
};

/**
 * Layout of a page in Nunjucks. The script shows the search box, which needs it. The picture for links to the page needs an
 * absolute address.
 */
export const LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }} – Assay</title>
<meta name="description" content="{{ description }}">
{% if address %}<link rel="canonical" href="{{ address }}{{ page.url }}">
<meta property="og:type" content="website">
<meta property="og:title" content="{{ title }} – Assay">
<meta property="og:description" content="{{ description }}">
<meta property="og:url" content="{{ address }}{{ page.url }}">
<meta property="og:image" content="{{ address }}/${SOCIAL_CARD}">
<meta property="og:image:alt" content="A failure as Assay prints it: the broken sentence, what was expected, what came">
<meta name="twitter:card" content="summary_large_image">
{% endif %}<link rel="icon" href="data:,">
<link rel="stylesheet" href="{{ root }}site.css">
<script src="{{ root }}site.js" defer></script>
</head>
<body>
<header>
<a class="brand" href="{{ root }}index.html">Assay</a>
<form id="search" role="search" hidden>
<input type="search" name="query" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search ( / )">
<div class="panel" hidden>
<output name="found"></output>
<div id="results" role="listbox" aria-label="Pages found"></div>
</div>
</form>
<a class="to-pages" href="#pages">All pages</a>
</header>
<div class="columns">
<main>
{{ content | contents | safe }}
{{ content | safe }}
</main>
<nav id="pages" aria-label="Pages">{{ sidebar | safe }}</nav>
</div>
</body>
</html>
`;
