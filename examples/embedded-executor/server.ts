import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import {
  buildGraph,
  HttpDataSource,
  InProcessDataSource,
  type PreparedOperation,
  RequestErrors,
} from 'rampart/execution';
import { books, booksUrl, reviews, supergraphSdl } from './subgraphs.ts';

const graph = buildGraph({
  supergraphSdl,
  dataSources: {
    // A subgraph in this process, and one over HTTP if BOOKS_URL is set.
    reviews: new InProcessDataSource({ schema: reviews, createContext: (context) => context }),
    books: booksUrl
      ? new HttpDataSource({ name: 'books', url: booksUrl })
      : new InProcessDataSource({ schema: books, createContext: (context) => context }),
  },
  maxTokens: 1000,
});

// Preparing an operation takes milliseconds; executing a prepared one takes microseconds.
const operations = new LRUCache<string, PreparedOperation>({ max: 1000 });

const server = createServer(async (request, response) => {
  const controller = new AbortController();
  response.on('close', () => controller.abort(new Error('The client closed the connection')));
  let status = 200;
  let result: object;
  try {
    const { query = '', variables = {} } = (await json(request)) as {
      query?: string;
      variables?: Record<string, unknown>;
    };
    const operation = operations.get(query) ?? graph.prepare({ document: query });
    operations.set(query, operation);
    const context = { signal: controller.signal, requestId: crypto.randomUUID() };
    result = await operation.execute({ variables, context });
  } catch (error) {
    status = 400;
    result = {
      errors: error instanceof RequestErrors ? error.errors : [{ message: 'The body must be a JSON object' }],
    };
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
});

server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}/\n`);
});
