import assert from 'node:assert/strict';
import { type DocumentNode, parse } from 'graphql';
import { isDomainErrorCode, isRequestErrorCode } from '../../../gateway/errors/http-status.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';
import { DocumentGenerator } from '../server/document-generator.js';
import {
  assertNoInternals,
  type FuzzedServer,
  insertKnownValues,
  placeholders,
  startFuzzedServer,
} from '../server/fuzzed-server.js';
import { assertShape } from '../server/response-shape.js';

/** Requests to the graph: each returns data that matches the schema, or an error for callers. */
export const graphql: Target = {
  name: 'graphql',
  maxBytes: 8192,
  batchSize: 1,
  isDeterministic: false,
  maxMs: 10_000,
  dictionary: [
    ...[
      'query ',
      'mutation ',
      'subscription ',
      'fragment F on Query ',
      '{ ',
      ' }',
      '...F ',
      '... on Alert ',
      '@skip(if: true) ',
      '@include(if: $v0) ',
    ],
    ...[
      '@defer ',
      '@oneOf ',
      '__typename ',
      '__schema { types { name } } ',
      '__type(name: \\"Alert\\") { name } ',
      '_entities ',
      '_service ',
    ],
    ...[
      '(first: 1)',
      'first: ',
      'after: ',
      'filter: {',
      'orderBy: {',
      ': ',
      '$v0',
      '\\"',
      '\\"\\"\\"',
      '#',
      ',',
      'null',
      'true',
      '-1',
      '1e400',
    ],
    ...[
      '"variables":',
      '"query":',
      '"operationName":',
      '"extensions":',
      '"as":"anonymous"',
      '[',
      ']',
      '{}',
      '\\u0000',
      '\\ud800',
      '\u{feff}',
    ],
    ...[
      'alerts ',
      'nodes ',
      'edges ',
      'endpoint ',
      'domain ',
      'controllers ',
      'evidence ',
      'history ',
      'facets(top: 5) ',
      'totalCount ',
      ...placeholders,
    ],
  ],
  async open(environment) {
    const server = await startFuzzedServer(environment);
    return {
      generate: (random: Random) =>
        Buffer.from(JSON.stringify(new DocumentGenerator(server.rampart.graph.apiSchema, random).request())),
      run: (input) => sendRequest(insertKnownValues(input, server.known), server),
      checkUp: () => server.assertHealthy(),
      close: () => server.close(),
    };
  },
};

const tokenNames: Readonly<Record<string, string>> = { admin: '@admin@', analyst: '@analyst@', account: '@key@' };

/** The input is a request with the name of its caller; other text is sent unchanged. */
async function sendRequest(input: Buffer, server: FuzzedServer): Promise<void> {
  const request = parsedRequest(input);
  const token = server.known.get(tokenNames[request.as] ?? '');
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-forwarded-for': `10.0.${input.length & 255}.${(input[input.length >> 1] ?? 0) & 255}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: request.body,
  });
  const responseBody = await response.text();
  server.assertNothingFailed();
  assert.ok(response.status < 500, `the server returns ${response.status}: ${responseBody.slice(0, 300)}`);
  const { data, errors = [] } = JSON.parse(responseBody) as {
    data?: unknown;
    errors?: { message: string; extensions?: { code?: unknown } }[];
  };
  for (const { message, extensions } of errors) {
    const code = extensions?.code;
    assertNoInternals(message);
    assert.ok(isDomainErrorCode(code) || isRequestErrorCode(code), `an error with the code ${code}: ${message}`);
    assert.ok(!/UNAVAILABLE|TIMEOUT/.test(code), `an error with the code ${code}: ${message}`);
  }
  if (request.document !== undefined) assertShape(server.rampart.graph.apiSchema, request.document, data);
}

function parsedRequest(input: Buffer): { as: string; body: Buffer; document: DocumentNode | undefined } {
  try {
    const { as, ...rest } = JSON.parse(input.toString('utf8')) as { as?: unknown; query?: unknown };
    return { as: String(as ?? 'anonymous'), body: Buffer.from(JSON.stringify(rest)), document: documentOf(rest.query) };
  } catch {
    return { as: 'admin', body: input, document: undefined };
  }
}

function documentOf(query: unknown): DocumentNode | undefined {
  try {
    return typeof query === 'string' ? parse(query, { maxTokens: 5000 }) : undefined;
  } catch {
    return undefined;
  }
}
