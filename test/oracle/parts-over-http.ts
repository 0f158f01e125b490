import { ok, strictEqual } from 'node:assert/strict';
import type { GraphQLFormattedError } from 'graphql';
import { allOf, type Payload, readParts } from '../gateway/standalone/support/read-parts.js';
import type { Part } from './deferred-truth.js';
import type { ExecuteDeferred } from './oracle.js';

type Json = Record<string, unknown>;

interface Result {
  readonly data?: Json | null;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: unknown;
}

interface Place {
  readonly label: string;
  readonly path: Part['path'];
}

interface Announced extends Place {
  readonly id: string;
}

/** The parts that a client has read: the first payload, and the parts in order. */
interface Read {
  readonly initial: Result;
  readonly parts: readonly (Place & Result)[];
}

/** Executes operations by requests to a gateway, alternately in both formats of responses in parts. */
export function executeDeferredAt(url: string): ExecuteDeferred {
  let count = 0;
  return async ({ document, variables }) => {
    const isOlder = count++ % 2 === 0;
    const accept = `multipart/mixed;${isOlder ? 'deferSpec=20220824' : 'incrementalSpec=v0.2'}, application/json`;
    const payloads = await allOf(await readParts(url, document, { accept, variables }));
    const { initial, parts } = isOlder ? readLabeled(payloads) : readIdentified(payloads);
    if (initial.data === undefined) return { rejected: initial.errors?.[0]?.message ?? 'without a reason' };
    const results = [initial, ...parts];
    const extensions = results.find((result) => result.extensions !== undefined)?.extensions;
    if (extensions !== undefined) throw new Error(`value completion: ${JSON.stringify(extensions)}`);
    return {
      data: initial.data,
      parts: parts.map(({ label, path, data = null }) => ({ label, path, data })),
      errors: results.flatMap(({ errors = [] }) => errors),
    };
  };
}

/** The first payload. Expects only the last one to indicate the end. */
function firstOf(payloads: readonly Payload[]): Result {
  const [initial] = payloads;
  ok(initial);
  const flags = payloads.map(({ hasNext = false }) => hasNext);
  strictEqual(flags.indexOf(false), payloads.length - 1);
  return initial;
}

function readLabeled(payloads: readonly Payload[]): Read {
  const initial = firstOf(payloads);
  // A property of this format.
  const parts = payloads.slice(1).flatMap(({ incremental }) => incremental as Read['parts']);
  return { initial, parts };
}

function readIdentified(payloads: readonly Payload[]): Read {
  const initial = firstOf(payloads);
  const announced = new Map<string, Place>();
  const parts: (Place & Result)[] = [];
  // Properties of this format.
  for (const { pending = [], incremental = [], completed = [] } of payloads as unknown as Identified[]) {
    for (const { id, ...place } of pending) {
      ok(!announced.has(id), `announced twice: ${id}`);
      announced.set(id, place);
    }
    const results = new Map(incremental.map(({ id, ...result }) => [id, result]));
    for (const { id, errors } of completed) {
      const place = announced.get(id);
      ok(place, `not announced, or completed twice: ${id}`);
      announced.delete(id);
      parts.push({ ...place, ...(errors === undefined ? results.get(id) : { data: null, errors }) });
      results.delete(id);
    }
    strictEqual(results.size, 0, 'not completed');
  }
  strictEqual(announced.size, 0, 'announced and not delivered');
  return { initial, parts };
}

interface Identified {
  readonly pending?: readonly Announced[];
  readonly incremental?: readonly (Result & { readonly id: string })[];
  readonly completed?: readonly { readonly id: string; readonly errors?: readonly GraphQLFormattedError[] }[];
}
