/* global document, location, navigator, setTimeout, innerWidth, MiniSearch, searchIndex */
// Runs in every page of the documentation, as a classic script: a page opened as a file may load no module.
const root = document.currentScript.src;
const form = document.getElementById('search');
const { query, found } = form.elements;
const list = document.getElementById('results');
const panel = list.parentElement;
form.hidden = false;

const load = (name) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(name, root);
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });

let loading;
/** Loads library and index once, when the reader turns to the search box. */
const prepare = () =>
  (loading ??= Promise.all([load('minisearch.js'), load('search-index.js')]).then(() =>
    MiniSearch.loadJS(searchIndex.index, searchIndex.options),
  ));

const MOST = 10;

/** Sections with all words, or else with some. A section whose title is typed in full comes first. */
const search = (index, text) => {
  const options = {
    processTerm: (word) => word.length > 1 && word.toLowerCase(),
    prefix: true,
    fuzzy: (word) => (/\d/.test(word) || word.length < 4 ? false : 0.2),
    boost: { title: 4, page: 2 },
    boostDocument: (_id, _word, { title }) =>
      title.toLowerCase() === text.toLowerCase() ? 1000 : 1,
  };
  const all = index.search(text, { ...options, combineWith: 'AND' });
  return all.length > 0 ? all : index.search(text, options);
};

const option = ({ id, title, page, start }, at) => {
  const link = document.createElement('a');
  Object.assign(link, { id: `result-${at}`, href: new URL(id, root), tabIndex: -1 });
  link.setAttribute('role', 'option');
  const parts = { b: title, i: page, span: start };
  for (const [tag, text] of Object.entries(parts))
    if (text !== '') {
      const part = document.createElement(tag);
      part.textContent = text;
      link.append(part, ' ');
    }
  return link;
};

const select = (chosen) => {
  for (const each of list.children) each.setAttribute('aria-selected', each === chosen);
  if (chosen) query.setAttribute('aria-activedescendant', chosen.id);
  else query.removeAttribute('aria-activedescendant');
  chosen?.scrollIntoView({ block: 'nearest' });
};

const open = (isOpen) => {
  panel.hidden = !isOpen;
  query.setAttribute('aria-expanded', isOpen);
  select(isOpen ? list.firstElementChild : undefined);
};

const show = async () => {
  const index = await prepare();
  const text = query.value.trim();
  const results = text === '' ? [] : search(index, text);
  list.replaceChildren(...results.slice(0, MOST).map(option));
  const more = results.length > MOST ? `, of which these are the first ${MOST}` : '';
  found.value = `${results.length} ${results.length === 1 ? 'result' : 'results'}${more}`;
  open(text !== '' && form.contains(document.activeElement));
};

const KEYS = {
  ArrowDown: (chosen) => select(chosen?.nextElementSibling ?? list.firstElementChild),
  ArrowUp: (chosen) => select(chosen?.previousElementSibling ?? list.lastElementChild),
  Enter: (chosen) => {
    if (!chosen) return;
    open(false);
    location.href = chosen.href;
  },
  Escape: () => open(false),
};

query.addEventListener('input', show);
query.addEventListener('keydown', (event) => {
  if (panel.hidden || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key](list.querySelector('[aria-selected=true]'));
});
form.addEventListener('submit', (event) => event.preventDefault());
query.addEventListener('focus', show);
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) open(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === query || event.ctrlKey || event.metaKey || event.altKey)
    return;
  event.preventDefault();
  query.select();
});

/** Adds a button that copies a block: of a console its commands, of others the whole text. */
const addCopyButton = (block) => {
  const code = block.querySelector('code');
  const commands = [...code.textContent.matchAll(/^\$ (.*(?:\\\n.*)*)$/gm)].map(
    ([, command]) => command,
  );
  const text =
    code.className === 'language-console' ? commands.join('\n') : code.textContent.trimEnd();
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'copy';
  button.setAttribute('aria-label', `copy ${text.split('\n')[0]}`);
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'copy'), 2000);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(
      () => say('copied'),
      () => say('not allowed'),
    );
  });
  block.before(button);
};
for (const block of document.querySelectorAll('pre:has(code)')) addCopyButton(block);

if (innerWidth < 1100) document.querySelector('.contents')?.removeAttribute('open');

// Where the sidebar scrolls, its marked page is in view.
const pages = document.getElementById('pages');
const current = pages.querySelector('[aria-current]');
pages.scrollTop = (current?.offsetTop ?? 0) - pages.clientHeight + 80;
