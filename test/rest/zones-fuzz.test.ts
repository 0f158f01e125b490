import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeService, expectDocumented as expectDescribed } from './support/description.js';
import { type RawResponse, rawRequest } from './support/raw-request.js';
import { prepareFacts } from './support/zones-environments.js';

const { server, facts } = await prepareFacts();

const openApi = describeService(server.graph, 'zones');

function expectDocumented(response: RawResponse, method: string, path: string): void {
  expect([response.status, response.body]).not.toEqual([503, response.body]);
  expectDescribed(openApi, { response, method, path });
}

const printable = fastCheck.string({ unit: 'grapheme', maxLength: 12 });
const pieces = fastCheck.array(
  fastCheck.constantFrom(
    ...['%', '%0', '%00', '%zz', '%ff', '%C3%A9', '%2B', '+', '=', ';', '_', '-', '.', '..', '*', '%2A', '%2F', 'com'],
    ...['zone', '.zone', 'xn--', 'A', '9', '2026-03-01', 'T00:00:00', 'Z', '+02:00', '%20', 'e', '%F0%9F%98%80'],
  ),
  { maxLength: 8 },
);
/** Paths and queries that no client library would send. */
const text = fastCheck.oneof(
  pieces.map((parts) => parts.join('')),
  printable.map(encodeURIComponent),
  fastCheck.integer({ min: -5, max: 10_005 }).map(String),
);
const parameters = fastCheck.array(
  fastCheck.tuple(
    fastCheck.constantFrom('search', 'limit', 'start', 'end', 'after', 'pit', 'skip', 'x', 'limit%00', 'pit', 'after'),
    text,
  ),
  { maxLength: 6 },
);

const jsonValue = fastCheck.oneof(
  fastCheck.json({ maxDepth: 3, stringUnit: 'binary' }),
  fastCheck.constantFrom(
    ...['null', 'NaN', '1e999', '"\\ud800"', '"\\u0000"', '[[[[', 'true', '{}', '30', '365', '-0'],
    ...[
      '"an-enterprise"',
      '"a-newcomer"',
      '"correct horse battery"',
      '"x@example.com"',
      '"default"',
      `"${'x'.repeat(300)}"`,
    ],
  ),
);
const field = fastCheck.constantFrom('username', 'email', 'password', 'name', 'expires_in_days', '__proto__', 'x');
const bodyText = fastCheck.oneof(
  {
    weight: 4,
    arbitrary: fastCheck
      .array(fastCheck.tuple(field, jsonValue), { maxLength: 6 })
      .map((fields) => `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
  },
  jsonValue,
  fastCheck.string({ unit: 'binary', maxLength: 30 }),
);
const body = fastCheck.oneof(
  { weight: 5, arbitrary: bodyText.map((content) => Buffer.from(content)) },
  fastCheck.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
);
const contentType = fastCheck.option(
  fastCheck.constantFrom('application/json', 'text/plain', '', ';', 'a/b/c', 'application/x-www-form-urlencoded'),
  { nil: undefined },
);

const runs = { numRuns: 150 };
const authorization = `Bearer ${facts.keys.enterprise}`;

describe('any input has a documented response', () => {
  test('in a search', async () => {
    const zone = fastCheck.oneof(fastCheck.constantFrom('com', 'com.zone', '*', '*.zone'), text);
    await fastCheck.assert(
      fastCheck.asyncProperty(zone, parameters, async (name, pairs) => {
        fastCheck.pre(!['', '.', '..'].includes(name));
        const query = pairs.map(([key, value]) => `${key}=${value}`).join('&');
        const path = `/api/v1/download/${name}?${query}`;
        expectDocumented(
          await rawRequest(server.url, { path, headers: { authorization } }),
          'GET',
          '/api/v1/download/{zone}',
        );
      }),
      runs,
    );
  });

  test.each([
    ['GET', '/api/v1/rdap/{domain}'],
    ['DELETE', '/auth/api-keys/{key_name}'],
  ])('in the name in the path of %s %s', async (method, route) => {
    await fastCheck.assert(
      fastCheck.asyncProperty(text, async (name) => {
        fastCheck.pre(!['', '.', '..', 'zones', 'test'].includes(name) && !name.startsWith('default'));
        const path = route.replace(/\{.*\}/, name);
        expectDocumented(await rawRequest(server.url, { method, path, headers: { authorization } }), method, route);
      }),
      runs,
    );
  });

  test.each(['/auth/register', '/auth/api-keys/generate'])('in the body of %s', async (path) => {
    let sent = 0;
    await fastCheck.assert(
      fastCheck.asyncProperty(body, contentType, async (content, type) => {
        // Each request has a separate address, because limits are not tested here.
        const from = `10.0.${sent >> 8}.${sent++ & 255}`;
        const headers = { 'x-forwarded-for': from, ...(type !== undefined && { 'content-type': type }) };
        expectDocumented(await rawRequest(server.url, { method: 'POST', path, headers, body: content }), 'POST', path);
      }),
      runs,
    );
  });

  test('in headers', async () => {
    const name = fastCheck.constantFrom('authorization', 'accept', 'x-request-id', 'if-none-match', 'range', 'cookie');
    const value = fastCheck.string({ unit: fastCheck.constantFrom(...'Bearer zf_live_0a:=,;"\t') });
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.dictionary(name, value, { maxKeys: 3 }), async (headers) => {
        const response = await rawRequest(server.url, { path: '/api/v1/zones', headers });
        expectDocumented(response, 'GET', '/api/v1/zones/');
        expect(response.status).toBe(401);
      }),
      runs,
    );
  });
});
