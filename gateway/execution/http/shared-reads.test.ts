import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { ConnectionFailure, type FailureReason, type HttpResponse } from './connections.js';
import { HttpDataSource } from './http-data-source.js';
import { RequestDeduplicator } from './request-deduplicator.js';

const text = '{ a }';
const request = {
  ...{ text, document: parse(text), operationName: undefined, variables: {} },
  context: { requestId: 'test', signal: new AbortController().signal },
};

/** Executes two equal fetches at the same time. The first HTTP request fails, and others succeed. */
async function readTwice(reason: FailureReason) {
  const first = Promise.withResolvers<HttpResponse>();
  let posts = 0;
  const connections = {
    post: () =>
      ++posts === 1 ? first.promise : Promise.resolve({ status: 200, headers: {}, body: '{"data":{"a":1}}' }),
    close: async () => {},
  };
  const url = 'http://subgraph.example/';
  const source = new HttpDataSource({ name: 'letters', url, connections, sharesReads: true, timeoutMs: 60_000 });
  const reads = Promise.allSettled([source.execute(request), source.execute(request)]);
  first.reject(new ConnectionFailure('failed', { reason }));
  const results = await reads;
  return { posts, results };
}

test('a fetch that shares a read is sent after all if the read times out before the deadline of the fetch', async () => {
  expect(await readTwice('timeout')).toMatchObject({
    posts: 2,
    results: [{ reason: { code: 'UPSTREAM_TIMEOUT' } }, { value: { data: { a: 1 } } }],
  });
});

test('a fetch that shares a read fails with it for any other reason', async () => {
  expect(await readTwice('too-large')).toMatchObject({
    posts: 1,
    results: [{ reason: { code: 'UPSTREAM_FAILED' } }, { reason: { code: 'UPSTREAM_FAILED' } }],
  });
});

test('a read is not shared after a mutation of another subgraph of the supergraph has begun, nor with an equal read of it', async () => {
  const reads = new RequestDeduplicator<HttpResponse>();
  const pending = Promise.withResolvers<HttpResponse>();
  const posts: string[] = [];
  const connect = (name: string) => {
    const connections = {
      post: () => {
        posts.push(name);
        return pending.promise;
      },
      close: async () => {},
    };
    return new HttpDataSource({ name, url: 'http://subgraph.example/', connections, sharesReads: true, reads });
  };
  const [letters, numbers] = [connect('letters'), connect('numbers')];
  const mutation = 'mutation { a }';
  const fetches = [
    letters.execute(request),
    letters.execute(request),
    numbers.execute(request),
    numbers.execute({ ...request, text: mutation, document: parse(mutation) }),
    letters.execute(request),
  ];
  expect(posts).toEqual(['letters', 'numbers', 'numbers', 'letters']);
  pending.resolve({ status: 200, headers: {}, body: '{"data":{"a":1}}' });
  await Promise.all(fetches);
});
