// A third-party subgraph in a separate process: the handler of graphql-sse on a schema of Apollo's. Its argument is the
// SDL; it prints its address. Tests control it by requests to other paths.
import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';

const emitter = new EventEmitter();
emitter.setMaxListeners(0);
const state = { open: 0, opened: 0, headers: {} };

/**
 * Yields the payloads that are published under a name, until the client disconnects, or null is published. A generator
 * function could not be ended while it waits.
 */
function published(name: string): AsyncIterableIterator<unknown> {
  const events = on(emitter, name);
  let isOpen = true;
  state.open++;
  state.opened++;
  async function leave(): Promise<IteratorReturnResult<undefined>> {
    if (isOpen) state.open--;
    isOpen = false;
    await events.return?.();
    return { done: true, value: undefined };
  }
  return {
    async next() {
      const { value, done } = await events.next();
      if (done || value[0] === null) return await leave();
      return { done: false, value: value[0] };
    },
    return: leave,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const fieldOf = (name: string, resolve = (payload: unknown): unknown => payload) => ({
  subscribe: () => published(name),
  resolve,
});
const Subscription = {
  reviewAdded: fieldOf('reviews'),
  reviewsAdded: fieldOf('reviews', (review) => [review, { ...(review as object), product: { id: 'p2' } }]),
  reviewed: { subscribe: (_source: unknown, { id }: { id: string }) => published(id), resolve: fieldOf('').resolve },
  secret: fieldOf('secrets'),
  rejected: {
    subscribe() {
      throw new Error('not today');
    },
  },
};
const resolvers = { Subscription } as unknown as Record<string, Record<string, never>>;
const schema = buildSubgraphSchema([{ typeDefs: parse(process.argv[2] ?? ''), resolvers }]);
const handler = createHandler({ schema });

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/stream') {
    state.headers = request.headers;
    await handler(request, response);
  } else if (pathname === '/publish') {
    emitter.emit(searchParams.get('name') ?? '', JSON.parse(await text(request)));
    response.end();
  } else if (pathname === '/cut') {
    response.end(() => server.closeAllConnections());
  } else if (pathname === '/unauthorized') {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  } else {
    response.end(JSON.stringify(state));
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`);
});
