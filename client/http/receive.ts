import type { Dispatcher } from 'undici';
import { UNREAD } from '../../spec/unread-answer.ts';

/** An answer as it was received. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** With its content encodings. */
  readonly bytes: Buffer;
}

const LARGEST = 32 * 1024 * 1024;

/** The answer is larger than what is read. */
export class AnswerTooLarge extends Error {
  readonly code = UNREAD.tooLarge;
  /** Bytes that are read at most. */
  static readonly LARGEST = LARGEST;

  constructor() {
    super(`the answer is larger than the ${LARGEST} bytes that are read`);
  }
}

/** No whole answer came in time. */
export class Overdue extends Error {}

/**
 * Sends one request and receives its whole answer within so many milliseconds. It uses undici's dispatch: `request` would make a
 * stream and a signal for each of thousands of answers. `onHeaders` is told when the headers have come. Rejects with Overdue,
 * AnswerTooLarge, or what undici says.
 */
export const receive = async (
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  deadline: number,
  onHeaders: () => void,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let connection: Dispatcher.DispatchController | undefined;
  let overdue: Overdue | undefined;
  let head: Omit<Answer, 'bytes'> | undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // What waits for a connection is told once it has one; connecting has the same deadline.
  const timer = setTimeout(() => {
    overdue = new Overdue();
    connection?.abort(overdue);
  }, deadline);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      connection = controller;
      if (overdue) controller.abort(overdue);
    },
    onResponseStart: (_controller, status, headers) => {
      // Of an informational answer (RFC 9110, 15.2) nothing is kept.
      if (status < 200) return;
      head = { status, headers };
      onHeaders();
    },
    onResponseData: (controller, chunk) => {
      size += chunk.length;
      if (size > LARGEST) controller.abort(new AnswerTooLarge());
      else chunks.push(chunk);
    },
    onResponseEnd: () => {
      if (head) resolve({ ...head, bytes: Buffer.concat(chunks) });
      else reject(new Error('the answer ended without a status'));
    },
    onResponseError: (_controller, error) => reject(overdue ?? error),
  };
  try {
    dispatcher.dispatch(options, handler);
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};
