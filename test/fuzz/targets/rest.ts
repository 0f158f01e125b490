import assert from 'node:assert/strict';
import type { Target } from '../engine/target.js';
import { assertDescribed, operationOf } from '../server/described-responses.js';
import {
  assertNoInternals,
  type FuzzedServer,
  insertKnownValues,
  placeholders,
  startFuzzedServer,
} from '../server/fuzzed-server.js';
import { exchangeBytes, type RawResponse } from '../server/raw-connection.js';
import { generateRequest } from '../server/request-generator.js';

/**
 * Bytes on a connection: each request gets a response in the format of its service, or the connection is closed; the
 * server remains healthy.
 */
export const rest: Target = {
  name: 'rest',
  maxBytes: 8192,
  batchSize: 1,
  isDeterministic: false,
  maxMs: 10_000,
  dictionary: [
    ...[
      'GET ',
      'POST ',
      'PATCH ',
      'DELETE ',
      'HEAD ',
      'OPTIONS ',
      'PUT ',
      'CONNECT ',
      ' HTTP/1.1\r\n',
      ' HTTP/1.0\r\n',
      '\r\n\r\n',
    ],
    ...[
      '\r\nTransfer-Encoding: chunked\r\n',
      '\r\nContent-Length: 0\r\n',
      '\r\nContent-Length: 99999999999\r\n',
      '\r\nHost: x\r\n',
    ],
    ...[
      '\r\nContent-Encoding: gzip\r\n',
      '\r\nExpect: 100-continue\r\n',
      '\r\nUpgrade: websocket\r\nConnection: upgrade\r\n',
    ],
    ...[
      '\r\nContent-Type: application/json; charset=utf-16\r\n',
      '\r\nAccept: text/html\r\n',
      '\r\nRange: bytes=0-\r\n',
      '\r\nCookie: a=b\r\n',
    ],
    ...[
      '0\r\n\r\n',
      '5;a=b\r\n',
      '%00',
      '%',
      '%2F',
      '%2e%2e',
      '%ff',
      '%F0%9F%98%80',
      '//',
      '/../',
      '?',
      '&',
      '=',
      '#',
      '*',
      '+',
      ';',
    ],
    ...[
      '"\\ud800"',
      '"\\u0000"',
      'null',
      'NaN',
      '1e999',
      '[[[[',
      '{}',
      '__proto__',
      '\0',
      '\u{feff}',
      'limit=',
      'offset=',
      'after=',
    ],
    ...['Bearer ', 'Basic ', ...placeholders],
  ],
  async open(environment) {
    const server = await startFuzzedServer(environment);
    return {
      generate: generateRequest,
      run: (input) => send(insertKnownValues(input, server.known), server),
      checkUp: () => server.assertHealthy(),
      close: () => server.close(),
    };
  },
};

async function send(bytes: Buffer, server: FuzzedServer): Promise<void> {
  if (bytes.length === 0) return;
  const isForControllers = /^\S+ \S*\/api\/(check|get)-license/.test(bytes.toString('latin1', 0, 100));
  const responses = await exchangeBytes(isForControllers ? server.licensesUrl : server.url, bytes);
  server.assertNothingFailed();
  for (const response of responses) assertInOrder(response, bytes);
  const [only, ...more] = responses;
  // The description of the route is about notifications, and the handshake of a subscription has another response.
  const described = bytes.includes('validationToken') ? undefined : operationOf(bytes);
  if (described !== undefined) {
    assert.ok(only !== undefined && more.length === 0, `${responses.length} responses to one request`);
    assertDescribed(described, only);
  }
}

/** Verifies the invariants of all responses. */
function assertInOrder({ status, headers, body }: RawResponse, bytes: Buffer): void {
  const content = body.toString('utf8');
  const summary = `${status}: ${content.slice(0, 300)}`;
  // No registry is reachable, which is the only possible upstream failure.
  const isLookUp = status === 502 && bytes.includes('/rdap/');
  assert.ok(status < 500 || isLookUp, `server error ${summary}`);
  if (status < 400 || body.length === 0) return;
  assertNoInternals(content);
  // The explorer has this text in its request for a token.
  if (status === 401 && content.startsWith('This page requires operator credentials')) return;
  assert.match(
    headers.get('content-type') ?? '',
    /^application\/(graphql-response\+)?json/,
    `error with another content type than JSON, ${summary}`,
  );
  assert.doesNotThrow(() => JSON.parse(content), `error that is not JSON, ${summary}`);
}
