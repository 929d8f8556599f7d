import { isObject, type JsonObject, withPointer } from './json.ts';

/** An answer before it is written: a body is JSON, bytes, or nothing. Header names in lower case. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A reply of plain text. */
export const textReply = (status: number, text: string, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(text),
});

/** A reply without the header of this name (lower case). */
export const withoutHeader = (reply: Reply, name: string): Reply => ({
  ...reply,
  headers: Object.fromEntries(Object.entries(reply.headers).filter(([key]) => key !== name)),
});

/** A reply with this header (name in lower case). */
export const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [name]: value },
});

/** A reply whose JSON object is changed; a reply without one is left alone. */
export const withBody = (reply: Reply, change: (body: JsonObject) => unknown): Reply =>
  typeof reply.body === 'object' && reply.body !== null && !Buffer.isBuffer(reply.body)
    ? { ...reply, body: change(reply.body as JsonObject) }
    : reply;

/** A reply whose resource is changed, also inside the envelope of the service; a reply without one is left alone. */
export const withResource = (
  reply: Reply,
  { choices }: { readonly choices: { readonly json: { readonly envelope: string } } },
  change: (resource: JsonObject) => unknown,
): Reply =>
  withBody(reply, (body) => {
    const { envelope } = choices.json;
    if (envelope === '') return change(body);
    const resource = body[envelope.slice(1)];
    return isObject(resource) ? withPointer(body, envelope, change(resource)) : body;
  });
