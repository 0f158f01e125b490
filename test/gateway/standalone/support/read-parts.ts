import { expect } from 'vitest';

/** A payload of a response in parts. */
export type Payload = Record<string, unknown>;

/** A response that may be in parts. */
export interface Reading {
  readonly contentType: string | null;
  /** The next payload; undefined at the end. */
  next(): Promise<Payload | undefined>;
}

export interface ReadOptions {
  readonly accept: string;
  readonly signal?: AbortSignal | undefined;
  readonly variables?: object | undefined;
}

/** Sends an operation, and reads payloads as soon as the boundary behind them is there. */
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
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    contentType: response.headers.get('content-type'),
    async next() {
      for (;;) {
        const end = text.indexOf('\r\n---', 1);
        if (end > 0) {
          const payload = text.slice(0, end);
          text = text.slice(end);
          const [head = '', body] = payload.split('\r\n\r\n');
          expect(head).toBe('\r\n---\r\ncontent-type: application/json; charset=utf-8');
          return JSON.parse(body ?? '');
        }
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) {
          expect(text).toBe('\r\n-----\r\n');
          return undefined;
        }
        text += value;
      }
    },
  };
}

export async function allOf(reading: Reading): Promise<Payload[]> {
  const payloads = [];
  for (let next = await reading.next(); next !== undefined; next = await reading.next()) payloads.push(next);
  return payloads;
}
