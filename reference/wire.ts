import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { jsonText } from './json-text.ts';

type Wire = Choices['transport'];

const NAMES: Readonly<Record<Wire['headerNames'], (name: string) => string>> = {
  lower: (name) => name,
  title: (name) => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
  odd: (name) =>
    name.replace(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
};

const bytesOf = ({ body }: Reply, { json }: Choices): Buffer | undefined => {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(jsonText(body, json));
};

const typeOf = ({ body, headers }: Reply, { json }: Choices): Record<string, string> => {
  if (body === undefined || Buffer.isBuffer(body) || 'content-type' in headers) return {};
  return { 'content-type': `${json.type}; charset=utf-8` };
};

/** Sends the body in chunks, the first of one byte, so that no reader can mistake the first for the whole. */
const endChunked = (response: ServerResponse, bytes: Buffer): void => {
  response.write(bytes.subarray(0, 1));
  response.end(bytes.subarray(1));
};

/** Writes an answer with the transport of this service: framing, compression, case of header names, connection handling. */
export const writeReply = (response: ServerResponse, reply: Reply, choices: Choices): void => {
  const { transport } = choices;
  const plain = bytesOf(reply, choices);
  const isPacked = plain !== undefined && transport.compression === 'gzip';
  const bytes = isPacked ? gzipSync(plain) : plain;
  const headers = {
    ...reply.headers,
    ...typeOf(reply, choices),
    ...(isPacked ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
    ...(transport.connections === 'closed' ? { connection: 'close' } : {}),
  };
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(headers))
    response.setHeader(NAMES[transport.headerNames](name), value);
  if (bytes === undefined) response.end();
  else if (transport.framing === 'chunked' && bytes.length > 0) endChunked(response, bytes);
  else response.end(bytes);
};
