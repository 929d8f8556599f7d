import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { verdictWord } from '../reports/console/paint.ts';
import { counted } from '../spec/message-text.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { LiveContent, livePage } from './live-content.ts';
import type { RunListener } from './run-listener.ts';

/** A run that the live page asks for: of everything, of what did not pass, or of these cells. */
export type AskedRun =
  { readonly run: 'all' | 'failed' } | { readonly run: 'cells'; readonly cells: readonly string[] };

/** State of a watch, which the live page shows above its content. */
interface LiveState {
  readonly text: string;
  readonly done: number;
  readonly total: number;
  readonly isRunning: boolean;
  /** Number of cells that did not pass, or failed so far. */
  readonly failed: number;
  /** Runs of the watch that have ended, the newest first. */
  readonly runs: readonly { readonly name: string; readonly verdict: string }[];
  /** Changes with the content of the page. */
  readonly version: string;
}

/** Server of the live page, on 127.0.0.1 alone. */
export interface LiveServer {
  /** Address of the page, with the token without which nothing is served. */
  readonly address: string;
  /** The listener of one run, which also shows it on the page. */
  readonly showing: (listener: RunListener) => RunListener;
  /**
   * Shows in a sentence that the watch waits, and with how many cells that did not pass; resolves to the run that the page asks for.
   * Rejects if `signal` is aborted.
   */
  readonly nextRun: (text: string, failed: number, signal: AbortSignal) => Promise<AskedRun>;
  readonly close: () => Promise<void>;
}

/** Bytes of a request for a run: enough for the ids of all cells. */
const MAX_BODY = 512 * 1024;
const TOKEN_BYTES = 24;
/** Ended runs that the page links. */
const MOST_RUNS = 5;

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const send = (response: ServerResponse, status: number, text: string, type = 'text/plain'): void =>
  void response
    .writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` })
    .end(text);

/** The body of a request; undefined if it is too long. */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** The run that a body asks for; undefined if it asks for none. */
const askedIn = (body: string | undefined): AskedRun | undefined => {
  try {
    const { run, cells } = JSON.parse(body ?? '') as Record<string, unknown>;
    if (run === 'all' || run === 'failed') return { run };
    const isList = Array.isArray(cells) && cells.every((cell) => typeof cell === 'string');
    return run === 'cells' && isList && cells.length > 0 ? { run, cells } : undefined;
  } catch {
    return undefined;
  }
};

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Sends the state of the watch to every open page. */
const createBroadcast = (content: LiveContent) => {
  const pages = new Set<ServerResponse>();
  let state: Omit<LiveState, 'version'> = {
    text: 'starting',
    done: 0,
    total: 0,
    isRunning: true,
    failed: 0,
    runs: [],
  };
  const message = (): string => {
    const shown: LiveState = { ...state, version: content.version };
    return `data: ${JSON.stringify(shown)}\n\n`;
  };
  return {
    state: () => state,
    tell: (change: Partial<typeof state>): void => {
      state = { ...state, ...change };
      // A page that does not read gets the next state instead.
      for (const page of pages) if (!page.writableNeedDrain) page.write(message());
    },
    join: (response: ServerResponse): void => {
      response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
      response.write(message());
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    end: (): void => {
      for (const page of pages) page.end();
    },
  };
};

type Broadcast = ReturnType<typeof createBroadcast>;

/** A listener that also shows the run on the page. */
const showingOn = (
  content: LiveContent,
  { state, tell }: Broadcast,
  folders: Map<string, RunFolder>,
  inner: RunListener,
): RunListener => {
  let folder: RunFolder | undefined;
  let requests = 0;
  const showProgress = (done: number, total: number, failed: number): void => {
    const fails = failed === 0 ? '' : `, ${counted(failed, 'cell')} failed`;
    const tests = total === 0 ? '' : `${done} of ${counted(total, 'test')}${fails}, `;
    content.refresh();
    tell({ text: `running: ${tests}${counted(requests, 'request')}`, done, total, failed });
  };
  return {
    ...inner,
    begun: (begun, cells, seed) => {
      inner.begun(begun, cells, seed);
      folder = begun;
      content.begin(begun);
      const text = `running: ${counted(cells.length, 'cell')}`;
      tell({ text, isRunning: true, done: 0, total: 0, failed: 0 });
    },
    progress: {
      ...inner.progress,
      update: (done, total, label, failed) => {
        inner.progress.update(done, total, label, failed);
        showProgress(done, total, failed);
      },
      pulse: (pulse) => {
        inner.progress.pulse(pulse);
        requests = pulse.sent;
        showProgress(state().done, state().total, state().failed);
      },
      note: (text) => {
        inner.progress.note(text);
        tell({ text });
      },
    },
    ended: (outcome, context) => {
      inner.ended(outcome, context);
      if (!folder) return;
      const { review, curl, replay, script, since, isFirstDrawn } = context;
      const commands = { curl, replay, script, since, isFirstDrawn };
      try {
        content.end(livePage(folder, outcome, { causes: review.causes, ...commands }));
      } catch (error) {
        inner.trouble(`the live page cannot be shown: ${String(error)}`);
      }
      const name = basename(folder.path);
      folders.set(name, folder);
      const verdict = verdictWord(outcome.record).name;
      tell({ runs: [{ name, verdict }, ...state().runs].slice(0, MOST_RUNS) });
    },
    trouble: (text) => {
      inner.trouble(text);
      tell({ text });
    },
  };
};

const ASKS = 'expected {"run": "all"}, {"run": "failed"} or {"run": "cells", "cells": ["…"]}';

/** Answers the calls of the page. Everything else, such as another host name or no token, is not found. */
const createAnswer = (
  token: string,
  content: LiveContent,
  { state, join }: Broadcast,
  folders: ReadonlyMap<string, RunFolder>,
  take: (asked: AskedRun) => void,
) => {
  const takeRun = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = askedIn(await bodyOf(request));
    if (!asked) return send(response, 400, ASKS);
    if (state().isRunning) return send(response, 409, 'a run is under way: wait for its end');
    take(asked);
    return send(response, 202, 'accepted');
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { port } = request.socket.address() as AddressInfo;
    // A page of another host, whose name somebody resolves to this machine, must not read this one.
    const isOwn = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
    const [, given = '', path = ''] = /^\/([^/?]*)\/([^?]*)/.exec(request.url ?? '') ?? [];
    if (!isOwn || !isEqual(given, token)) return send(response, 404, 'not found');
    const call = `${request.method} ${path}`;
    if (call === 'GET events') return join(response);
    if (call === 'POST run') return takeRun(request, response);
    const earlier = folders.get(/^GET runs\/(.*)/.exec(call)?.[1] ?? '');
    if (earlier && !existsSync(earlier.page))
      return send(response, 404, `${earlier.page} is not there any more`);
    if (earlier) return send(response, 200, readFileSync(earlier.page, 'utf8'), 'text/html');
    if (call !== 'GET ') return send(response, 404, 'not found');
    const html = content.html();
    response.setHeader('etag', content.version);
    return send(response, 200, html, 'text/html');
  };
};

/** Starts the server of the live page on a free port of 127.0.0.1. */
export const startLiveServer = async (): Promise<LiveServer> => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const content = new LiveContent();
  const broadcast = createBroadcast(content);
  let next = Promise.withResolvers<AskedRun>();
  const folders = new Map<string, RunFolder>();
  const answer = createAnswer(token, content, broadcast, folders, (asked) => {
    broadcast.tell({ text: 'starting', isRunning: true, done: 0, total: 0 });
    next.resolve(asked);
  });
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}/`,
    showing: (listener) => showingOn(content, broadcast, folders, listener),
    nextRun: (text, failed, signal) => {
      next = Promise.withResolvers<AskedRun>();
      const { promise, reject } = next;
      const settle = (): void => {
        reject(signal.reason as Error);
        // The end of the waiting begins a run: none can be asked for meanwhile.
        broadcast.tell({ text: 'starting', isRunning: true, done: 0, total: 0 });
      };
      signal.addEventListener('abort', settle, { once: true });
      content.settle();
      broadcast.tell({ text, failed, isRunning: false });
      return promise;
    },
    close: async () => {
      broadcast.end();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
