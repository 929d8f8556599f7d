import { setTimeout as sleep } from 'node:timers/promises';

/** An HTTP response: a JSON body parsed, anything else as text (broken JSON, too). Header names in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends one request and reads the whole answer; retries if the service asks to, follows no redirects. */
export const request = async (url: string, init: RequestInit): Promise<Answer> => {
  for (;;) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    const body = /json/.test(headers['content-type'] ?? '') ? parsed(text) : text;
    const { status } = response;
    if (![408, 421, 425, 429, 503].includes(status)) return { status, headers, body };
    await sleep(Number(headers['retry-after'] ?? 0) * 1000);
  }
};
