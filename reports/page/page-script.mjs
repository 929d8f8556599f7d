/* global document, window, location, history, navigator, setTimeout */
// Runs in the conformance page: filters, which are kept in the address, and links to cells.
const form = document.getElementById('filters');
form.hidden = false;
const KEYS = ['verdict', 'line', 'area', 'text'];

const rows = [...document.querySelectorAll('section.line tbody tr')].map((row) => ({
  row,
  line: row.closest('[data-line]').dataset.line,
  area: row.closest('[data-area]').dataset.area,
  text: row.textContent.toLowerCase(),
}));
const cells = [...document.querySelectorAll('details.cell')].map((row) => ({
  row,
  ...row.dataset,
  text: row.querySelector('summary').textContent.toLowerCase(),
}));

const wanted = () => Object.fromEntries(KEYS.map((key) => [key, form.elements[key].value.trim()]));

const fits = (entry, { line, area, text }) =>
  (line === '' || entry.line === line) &&
  (area === '' || entry.area === area) &&
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => entry.text.includes(word));

const show = () => {
  const choice = wanted();
  const isChosen = KEYS.some((key) => choice[key] !== '');
  let found = 0;
  for (const entry of rows) {
    const judged = choice.verdict === '' ? 'td[class]' : `td.${choice.verdict}`;
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
  form.elements.found.value = isChosen ? `${found.toLocaleString('en-GB')} cells` : '';
};

/** Keep the filters in the address, so that a link shows the same cells. */
const write = () => {
  const chosen = Object.entries(wanted()).filter(([, value]) => value !== '');
  const hash = new URLSearchParams(chosen).toString();
  history.replaceState(null, '', `${location.pathname}${location.search}${hash && `#${hash}`}`);
};

const read = () => {
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

form.addEventListener('input', () => {
  show();
  write();
});
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
for (const code of document.querySelectorAll('[data-copy]')) addCopyButton(code);

/** Scroll the bodies of an open part to their first mark. */
const showMarks = (part) => {
  for (const body of part.querySelectorAll('pre:has(mark)')) {
    const mark = body.querySelector('mark');
    body.scrollTop = mark.offsetTop - body.offsetTop - body.clientHeight / 3;
  }
};
document.addEventListener('toggle', ({ target }) => showMarks(target), true);
showMarks(document);

document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  form.elements.text.focus();
});
form.addEventListener('submit', (event) => event.preventDefault());
window.addEventListener('hashchange', read);
read();
