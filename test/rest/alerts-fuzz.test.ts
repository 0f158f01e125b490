import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startAlertsServer } from './support/alerts-server.js';
import { describeService, expectDocumented as expectDescribed } from './support/description.js';
import { type RawResponse, rawRequest } from './support/raw-request.js';

const server = await startAlertsServer();
const alertId = await server.openAlert();

const openApi = describeService(server.graph, 'alerts');

function expectDocumented(response: RawResponse, method: string, path: string): void {
  expectDescribed(openApi, { response, method, path });
}

const printable = fastCheck.string({ unit: 'grapheme', maxLength: 12 });
const percentPieces = fastCheck.array(
  fastCheck.constantFrom(
    '%',
    '%0',
    '%00',
    '%zz',
    '%ff',
    '%C3',
    '%A9',
    '%2B',
    '+',
    '=',
    ';',
    '_',
    '-',
    '5',
    '.0',
    'open',
    '%20',
    'e',
  ),
  { maxLength: 8 },
);
/** Query strings that no client library would send. */
const queryText = fastCheck.oneof(
  percentPieces.map((pieces) => pieces.join('')),
  printable.map(encodeURIComponent),
  fastCheck.integer({ min: -5, max: 1005 }).map(String),
);
const parameters = fastCheck.array(
  fastCheck.tuple(fastCheck.constantFrom('tenant_id', 'status', 'limit', 'offset', 'x', 'limit%00'), queryText),
  { maxLength: 5 },
);

const jsonValue = fastCheck.oneof(
  fastCheck.json({ maxDepth: 3, stringUnit: 'binary' }),
  fastCheck.constantFrom(
    'null',
    'NaN',
    '-Infinity',
    '1e999',
    '9'.repeat(4301),
    '"\\ud800"',
    '"\\u0000"',
    '[[[[',
    '"open"',
    'true',
    '"Yes"',
    '{}',
  ),
);
const field = fastCheck.constantFrom(
  'status',
  'notes',
  'resolved_by',
  'alert_id',
  'is_true_positive',
  'analyst',
  '__proto__',
  'constructor',
);
const bodyText = fastCheck.oneof(
  fastCheck
    .array(fastCheck.tuple(field, jsonValue), { maxLength: 5 })
    .map((fields) => `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
  jsonValue,
  fastCheck.string({ unit: 'binary', maxLength: 30 }),
);
const body = fastCheck.oneof(
  { weight: 5, arbitrary: bodyText.map((text) => Buffer.from(text)) },
  fastCheck.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
);
const contentType = fastCheck.option(
  fastCheck.constantFrom(
    'application/json',
    'application/json',
    'application/json;charset=x',
    'text/plain',
    '',
    ';',
    '/',
    'a/b/c',
    '"',
    'application/x+json',
  ),
  { nil: undefined },
);

const runs = { numRuns: 150 };

describe('any input has a documented response', () => {
  test('in the query of the list', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(parameters, async (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${value}`).join('&');
        expectDocumented(await rawRequest(server.url, { path: `/alerts?${query}` }), 'GET', '/alerts');
      }),
      runs,
    );
  });

  test('in the path of an alert', async () => {
    const text = fastCheck.oneof(
      percentPieces.map((pieces) => pieces.join('')),
      printable.map(encodeURIComponent),
    );
    await fastCheck.assert(
      fastCheck.asyncProperty(text, async (id) => {
        fastCheck.pre(!['', '.', '..'].includes(id));
        const response = await rawRequest(server.url, { path: `/alerts/${id}` });
        expectDocumented(response, 'GET', '/alerts/{alert_id}');
        expect(response.status).toBe(404);
      }),
      runs,
    );
  });

  test.each([
    ['PATCH', '/alerts/{alert_id}'],
    ['POST', '/feedback'],
  ])('in the body of %s %s', async (method, path) => {
    await fastCheck.assert(
      fastCheck.asyncProperty(body, contentType, async (content, type) => {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
        const target = path.replace('{alert_id}', alertId);
        expectDocumented(await rawRequest(server.url, { method, path: target, headers, body: content }), method, path);
      }),
      runs,
    );
  });

  test('in headers', async () => {
    const name = fastCheck.constantFrom('authorization', 'accept', 'x-request-id', 'if-none-match', 'range', 'cookie');
    const value = fastCheck.string({ unit: fastCheck.constantFrom(...'Bearer 0a:=,;"\t') });
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.dictionary(name, value, { maxKeys: 3 }), async (headers) => {
        const response = await rawRequest(server.url, { path: '/endpoints', headers });
        expectDocumented(response, 'GET', '/endpoints');
        expect(response.status).toBe('authorization' in headers ? 401 : 200);
      }),
      runs,
    );
  });
});

test('the alert can still be read after all inputs', async () => {
  const response = await rawRequest(server.url, { path: `/alerts/${alertId}` });
  expect(response.status).toBe(200);
  expectDocumented(response, 'GET', '/alerts/{alert_id}');
});
