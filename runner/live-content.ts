import { conformancePage, startingPage } from '../reports/page/conformance-page.ts';
import type { PageSource } from '../reports/page/page-head.ts';
import type { OpenPoint } from '../oracles/open-point.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { type Outcome, outcomeSoFar } from '../store/outcome.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { readRun } from '../store/run-record.ts';

/** Milliseconds between two versions of the content of a running run, and the share of the time that rendering may take. */
const REFRESH = { pause: 1000, share: 0.2 } as const;

/** The live page of a run. Throws if a file of the run cannot be read. */
export const livePage = (
  folder: RunFolder,
  outcome: Outcome,
  rest: Partial<PageSource>,
): string => {
  const { record, verdicts, findings, exchanges } = outcome;
  const { items: points } = readJsonLines<OpenPoint>(folder.observations);
  const commands = { curl: () => undefined, replay: () => '', script: () => '' };
  const source = { record, verdicts, findings, exchanges, points, causes: [], ...commands };
  return conformancePage({ ...source, ...rest }, true);
};

/** Page of a run that is still sending, from what its folder has; undefined if that cannot be read at this moment. */
const pageSoFar = (folder: RunFolder): string | undefined => {
  try {
    const start = readRun(folder);
    if (start.state !== 'running') return undefined;
    return livePage(folder, outcomeSoFar(folder, start), { isRunning: true });
  } catch {
    return undefined;
  }
};

/**
 * The content of the live page and its version: rendered when it is fetched, so that nobody pays for a page that nobody looks at.
 */
export class LiveContent {
  #version = 0;
  #render: () => string | undefined = startingPage;
  #rendered = { version: -1, html: startingPage() };
  /** The page of the last run that ended, or the one before the first. */
  #ended = startingPage();
  #next = 0;

  get version(): string {
    return `"${this.#version}"`;
  }

  #show(render: () => string | undefined): void {
    this.#render = render;
    this.#version += 1;
    this.#next = 0;
  }

  /** Shows a run that is sending, from its folder. */
  begin(folder: RunFolder): void {
    this.#show(() => pageSoFar(folder));
  }

  /** Shows a run that has ended. */
  end(html: string): void {
    this.#ended = html;
    this.settle();
  }

  /** Shows the last run that ended: one that began and was given up left no folder. */
  settle(): void {
    const html = this.#ended;
    if (this.#rendered.html !== html || this.#rendered.version !== this.#version)
      this.#show(() => html);
  }

  /** Notes that there is more to show, at most so often that rendering takes its share of the time. */
  refresh(): void {
    if (performance.now() < this.#next) return;
    this.#version += 1;
    this.#next = performance.now() + REFRESH.pause;
  }

  html(): string {
    if (this.#rendered.version === this.#version) return this.#rendered.html;
    const begun = performance.now();
    this.#rendered = { version: this.#version, html: this.#render() ?? this.#rendered.html };
    const taken = performance.now() - begun;
    this.#next = Math.max(this.#next, begun + taken / REFRESH.share);
    return this.#rendered.html;
  }
}
