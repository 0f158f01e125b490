import { ok, strictEqual } from 'node:assert/strict';

/** A payload of a response in parts. */
export type Payload = Record<string, unknown>;

/** A response that may be in parts. */
export interface Reading {
  readonly contentType: string;
  /** The next payload, or a whole response that is not in parts; undefined at the end. */
  next(): Promise<Payload | undefined>;
}

export interface ReadOptions {
  readonly accept: string;
  readonly signal?: AbortSignal | undefined;
  readonly variables?: object | undefined;
}

const separator = '\r\n---';
const partHead = `${separator}\r\ncontent-type: application/json; charset=utf-8`;

/** Sends an operation, and returns a reader that yields each payload as soon as the boundary after it has arrived. */
export async function readParts(
  url: string,
  query: string,
  { accept, signal, variables }: ReadOptions,
): Promise<Reading> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query, variables }),
    signal: signal ?? null,
  });
  const contentType = response.headers.get('content-type') ?? '';
  return { contentType, next: contentType.startsWith('multipart/mixed; ') ? partsOf(response) : wholeOf(response) };
}

function wholeOf(response: Response): Reading['next'] {
  return async () => (response.bodyUsed ? undefined : ((await response.json()) as Payload)); // JSON of an object.
}

function partsOf({ body }: Response): Reading['next'] {
  ok(body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async () => {
    for (;;) {
      const end = text.indexOf(separator, 1);
      if (end > 0) {
        const [before, payload = ''] = text.slice(0, end).split('\r\n\r\n');
        strictEqual(before, partHead);
        text = text.slice(end);
        return JSON.parse(payload);
      }
      const { value, done } = await reader.read();
      if (done) {
        strictEqual(text, `${separator}--\r\n`);
        return undefined;
      }
      text += value;
    }
  };
}

export async function allOf(reading: Reading): Promise<Payload[]> {
  const payloads = [];
  for (let next = await reading.next(); next !== undefined; next = await reading.next()) payloads.push(next);
  return payloads;
}
