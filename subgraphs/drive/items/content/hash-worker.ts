import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

// The thread of hash-thread.ts. It imports no module of the project, so it also runs from the sources.

/** A request to a hash thread; requests are processed in order. */
export type HashRequest =
  | { readonly verb: 'update'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly verb: 'digest'; readonly id: number }
  | { readonly verb: 'release'; readonly id: number };

/** Response to a request: the digest in hexadecimal for `digest`, null for all other requests. */
export type HashResult = string | null;

const hashes = new Map<number, Hash>();

function hashOf(id: number): Hash {
  const existing = hashes.get(id);
  if (existing !== undefined) return existing;
  const created = createHash('sha256');
  hashes.set(id, created);
  return created;
}

function responseTo(request: HashRequest): HashResult {
  const { verb, id } = request;
  if (verb === 'update') hashOf(id).update(request.bytes);
  else if (verb === 'release') hashes.delete(id);
  else return hashOf(id).copy().digest('hex');
  return null;
}

parentPort?.on('message', (request: HashRequest) => parentPort?.postMessage(responseTo(request)));
