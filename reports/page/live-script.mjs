/* global document, location, fetch, DOMParser, EventSource, Event */
// Runs in the live page of a watch: its state, newer content in place, and requests for another run.
const live = { version: undefined, state: undefined, isFollowing: false, runs: '' };

const part = (id) => document.getElementById(id);

const showRuns = (runs) => {
  // Rebuilt only if it has changed: a link that is being clicked, or has the focus, stays.
  if (live.runs === JSON.stringify(runs)) return;
  live.runs = JSON.stringify(runs);
  part('live-runs').replaceChildren(
    ...runs.map(({ name, verdict }) => {
      const link = document.createElement('a');
      link.href = `runs/${name}`;
      link.textContent = `${name}: ${verdict}`;
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
};

const showState = ({ text, done, total, isRunning, failed, runs }) => {
  // Read out when a run ends, not at each of its tests.
  part('live-state').setAttribute('aria-live', isRunning ? 'off' : 'polite');
  part('live-state').value = text;
  const progress = part('live-progress');
  progress.hidden = !isRunning || total === 0;
  progress.max = total || 1;
  progress.value = done;
  part('live-actions').hidden = isRunning;
  for (const button of document.querySelectorAll('#live button, .again'))
    button.disabled = isRunning;
  part('live-actions').querySelector('[data-run=failed]').hidden = failed === 0;
  showRuns(runs);
};

const ask = async (body) => {
  for (const button of document.querySelectorAll('#live button, .again')) button.disabled = true;
  const answer = await fetch('run', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (answer?.ok) return;
  const text = answer ? await answer.text() : 'assay does not answer';
  showState({ ...live.state, text });
};

const addAgainButtons = () => {
  for (const card of document.querySelectorAll('details.cell')) {
    const cell = card.id.slice('cell-'.length);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'again';
    button.id = `again-${cell}`;
    button.textContent = 'run again';
    button.setAttribute('aria-label', `run again: ${cell}`);
    button.disabled = live.state?.isRunning ?? true;
    button.addEventListener('click', () => void ask({ run: 'cells', cells: [cell] }));
    // Not in the summary, which is a control itself.
    card.before(button);
  }
};

/** Name of a part that can be folded, which stays the same in newer content. */
const nameOf = (details) => {
  if (details.id) return details.id;
  if (details.matches('.area'))
    return `${details.closest('[data-line]').dataset.line} ${details.dataset.area}`;
  if (details.matches('.more')) return `more ${details.querySelector('.cell')?.id}`;
  const around = details.parentElement.closest('details[id]');
  return around
    ? `${around.id} ${[...around.querySelectorAll('details')].indexOf(details)}`
    : details.querySelector('summary').textContent;
};

const controlsIn = (within) => [...within.querySelectorAll('summary, a, button')];

/** Find the place of the focus, to give it back to the same control of newer content. */
const placeOfFocus = () => {
  const { activeElement } = document;
  const { id, name, selectionStart, selectionEnd } = activeElement ?? {};
  const within = activeElement?.closest('main details');
  const fold = within && nameOf(within);
  const at = within ? controlsIn(within).indexOf(activeElement) : -1;
  return () => {
    if (document.activeElement === activeElement && activeElement?.isConnected) return;
    const same = [...document.querySelectorAll('details')].find((each) => nameOf(each) === fold);
    const found =
      (name && part('filters')?.elements[name]) || part(id) || (same && controlsIn(same)[at]);
    found?.focus({ preventScroll: true });
    if (found?.type === 'search') found.setSelectionRange(selectionStart, selectionEnd);
  };
};

/** Replace the content by newer one; what was opened, chosen, typed and focused stays. */
const replaceContent = (next) => {
  const folds = () => [...document.querySelectorAll('details')];
  const wasOpen = new Map(folds().map((each) => [nameOf(each), each.open]));
  // The page before the first run has no filters.
  const fieldsOf = () => [...(part('filters')?.elements ?? [])].filter(({ name }) => name);
  const typed = new Map(fieldsOf().map(({ name, value }) => [name, value]));
  const giveBackFocus = placeOfFocus();
  const bar = part('live');
  document.title = next.title;
  document.querySelector('link[rel=icon]').href = next.querySelector('link[rel=icon]').href;
  const main = next.querySelector('main');
  main.querySelector('#live').replaceWith(bar);
  document.querySelector('main').replaceWith(main);
  for (const each of folds()) each.open = wasOpen.get(nameOf(each)) ?? each.open;
  for (const field of fieldsOf()) field.value = typed.get(field.name) ?? field.value;
  addAgainButtons();
  document.dispatchEvent(new Event('replaced'));
  giveBackFocus();
};

const fetchContent = async () => {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  live.version = answer.headers.get('etag');
  replaceContent(new DOMParser().parseFromString(await answer.text(), 'text/html'));
};

/** Fetch newer content until it is that of the newest state, which may come meanwhile. */
const follow = async () => {
  while (live.state.version !== live.version) {
    const before = live.version;
    await fetchContent();
    if (live.version === before) return;
  }
};

addAgainButtons();
for (const button of document.querySelectorAll('#live [data-run]'))
  button.addEventListener('click', () => void ask({ run: button.dataset.run }));
const events = new EventSource('events');
events.addEventListener('message', ({ data }) => {
  live.state = JSON.parse(data);
  showState(live.state);
  if (live.isFollowing) return;
  live.isFollowing = true;
  const end = () => {
    live.isFollowing = false;
    // Content that came meanwhile has buttons of its own.
    showState(live.state);
  };
  follow().then(end, end);
});
events.addEventListener('error', () => {
  showState({
    text: 'assay watch has ended, or does not answer',
    done: 0,
    total: 0,
    isRunning: true,
    failed: 0,
    runs: [],
  });
});
