/* global document, window, location, history, navigator, setTimeout */
// Runs in the conformance page: filters, which are kept in the address, and links to cells.
const KEYS = ['verdict', 'line', 'area', 'text'];
let form;
let rows;
let cells;

const readContent = () => {
  form = document.getElementById('filters');
  rows = [];
  cells = [];
  // A live page before its first run has none.
  if (!form) return;
  form.hidden = false;
  rows = [...document.querySelectorAll('section.line tbody tr')].map((row) => ({
    row,
    line: row.closest('[data-line]').dataset.line,
    area: row.closest('[data-area]').dataset.area,
    text: row.textContent.toLowerCase(),
  }));
  cells = [...document.querySelectorAll('details.cell')].map((row) => ({
    row,
    ...row.dataset,
    text: row.querySelector('summary').textContent.toLowerCase(),
  }));
};

const wanted = () => Object.fromEntries(KEYS.map((key) => [key, form.elements[key].value.trim()]));

const fits = (entry, { line, area, text }) =>
  (line === '' || entry.line === line) &&
  (area === '' || entry.area === area) &&
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => entry.text.includes(word));

const show = () => {
  if (!form) return;
  const choice = wanted();
  const isChosen = KEYS.some((key) => choice[key] !== '');
  let found = 0;
  for (const entry of rows) {
    const judged = choice.verdict === '' ? 'td[title]' : `td.${choice.verdict}`;
    const count = fits(entry, choice) ? entry.row.querySelectorAll(judged).length : 0;
    entry.row.hidden = count === 0;
    found += count;
  }
  for (const entry of cells)
    entry.row.hidden =
      !fits(entry, choice) || (choice.verdict !== '' && entry.verdict !== choice.verdict);
  for (const group of document.querySelectorAll('.more, .fault')) {
    group.hidden = group.querySelector('.cell:not([hidden])') === null;
    if (isChosen && group.matches('.more')) group.open = true;
  }
  for (const area of document.querySelectorAll('details.area')) {
    area.hidden = area.querySelector('tbody tr:not([hidden])') === null;
    if (isChosen && !area.hidden) area.open = true;
  }
  for (const line of document.querySelectorAll('section.line'))
    line.hidden = line.querySelector('details.area:not([hidden])') === null;
  form.elements.found.value = isChosen
    ? `${found.toLocaleString('en-GB')} ${found === 1 ? 'cell' : 'cells'}`
    : '';
};

/** Keep the filters in the address, so that a link shows the same cells. */
const write = () => {
  const chosen = Object.entries(wanted()).filter(([, value]) => value !== '');
  const hash = new URLSearchParams(chosen).toString();
  history.replaceState(null, '', `${location.pathname}${location.search}${hash && `#${hash}`}`);
};

const read = () => {
  if (!form) return;
  const hash = decodeURIComponent(location.hash.slice(1));
  if (/^(cell|cause)-/.test(hash)) {
    const cell = document.getElementById(hash);
    if (!cell) return;
    for (let part = cell; part; part = part.parentElement.closest('details, .fault')) {
      part.hidden = false;
      if (part.matches('details')) part.open = true;
    }
    cell.scrollIntoView();
    cell.querySelector('summary').focus();
    return;
  }
  const params = new URLSearchParams(location.hash.slice(1));
  for (const key of KEYS) form.elements[key].value = params.get(key) ?? '';
  show();
};

/** A button that copies the text of a command. */
const addCopyButton = (code) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'copy';
  button.setAttribute('aria-label', `copy ${code.dataset.copy}`);
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'copy'), 2000);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => say('copied'),
      () => say('not allowed'),
    );
  });
  code.after(button);
};

/** Scroll the bodies of an open part to their first mark. */
const showMarks = (part) => {
  for (const body of part.querySelectorAll('pre:has(mark)')) {
    const mark = body.querySelector('mark');
    body.scrollTop = mark.offsetTop - body.offsetTop - body.clientHeight / 3;
  }
};
document.addEventListener('toggle', ({ target }) => showMarks(target), true);

document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (!form || event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey)
    return;
  event.preventDefault();
  form.elements.text.focus();
});
window.addEventListener('hashchange', read);

/** Prepare the content of the page: once, and each time that a live page has replaced it. */
const begin = () => {
  readContent();
  if (!form) return;
  form.addEventListener('input', () => {
    show();
    write();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const code of document.querySelectorAll('[data-copy]')) addCopyButton(code);
  showMarks(document);
};
document.addEventListener('replaced', () => {
  begin();
  show();
});
begin();
read();
