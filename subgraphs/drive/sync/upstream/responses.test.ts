import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { DrivePermission } from '../vocabulary.js';
import type { HttpResponse } from './http-client.js';
import { createRedactor, readJson, rejectionOf } from './responses.js';

/** A response that records whether its body was discarded. */
function responseOf(statusCode: number, body: string | object) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const response = {
    statusCode,
    isDiscarded: false,
    body: Object.assign(Readable.from([bytes]), {
      async dump() {
        response.isDiscarded = true;
      },
    }),
  };
  return response;
}

type TestResponse = ReturnType<typeof responseOf>;

const asReceived = (response: TestResponse) => response as unknown as HttpResponse; // Only these members are used.

describe('text of another server', () => {
  test.each([
    ['the secret s3~c/ret 1! twice: s3~c/ret 1!', 'the secret [hidden] twice: [hidden]'],
    ['client_secret=s3~c%2Fret%201!&x', 'client_secret=[hidden]&x'],
    ['client_secret=s3%7Ec%2Fret+1%21&x', 'client_secret=[hidden]&x'],
    ['an other one', 'an [hidden] one'],
    ['Bearer eyJh-_.eyJi.c9-_, eyJhbGciOiJ9.e30.c2ln', 'Bearer [hidden], [hidden]'],
    ['eyJ without a signature: eyJh.eyJi', 'eyJ without a signature: eyJh.eyJi'],
    ['a\0b \ud800', 'a\ufffdb \ufffd'],
    ['', ''],
  ])('%j is reported as %j', (text, reported) => {
    expect(createRedactor(['', 's3~c/ret 1!', 'other'])(text)).toBe(reported);
  });
});

describe('the JSON of a response', () => {
  const read = async (body: string, maxBytes?: number) => await readJson(asReceived(responseOf(200, body)), maxBytes);

  test('can have the maximum size', async () => {
    expect(await read('{"a":"ł"}', 10)).toEqual({ a: 'ł' });
    await expect(read('{"a":"ł"}', 9)).rejects.toMatchObject({
      ...{ code: 'UPSTREAM_FAILED', message: 'The server sent a response of more than 9 bytes' },
    });
  });

  test.each(['', '<html>', '{"a":'])('must be valid: %j', async (body) => {
    await expect(read(body)).rejects.toMatchObject({
      ...{ code: 'UPSTREAM_FAILED', message: 'The server sent a response that is not JSON' },
      details: { reason: 'malformed_response', status: 200 },
    });
  });
});

describe('a rejection', () => {
  async function rejected(status: number, body: string | object, needs = DrivePermission.FILES_READ) {
    const response = responseOf(status, body);
    const access = { roles: null, site: 'contoso.example:/sites/a' };
    const rejection = {
      response: asReceived(response),
      step: 'Delta query',
      needs,
      redact: createRedactor(['key']),
      access,
    };
    const { code, message, details } = await rejectionOf(rejection);
    expect(code).toBe('UPSTREAM_FAILED');
    return { message, details, isDiscarded: response.isDiscarded };
  }

  const prefix = 'Delta query: the document site returned';

  test.each<[string, string | object, string, string | undefined]>([
    ['its code and message', { error: { code: 'a', message: 'b' } }, ' a: b', 'a'],
    ['its code alone', { error: { code: 'a' } }, ' a', 'a'],
    ['its message alone', { error: { message: 'b' } }, ' b', undefined],
    ['neither', { error: { code: 5, message: 5 } }, '', undefined],
    ['neither, because it has no error', [], '', undefined],
    ['no secrets', { error: { code: 'a key', message: 'the key b' } }, ' a [hidden]: the [hidden] b', 'a [hidden]'],
    ['the outermost code', { error: { code: 'a', innererror: { code: 'b', message: 'c' } } }, ' a', 'a'],
  ])('reports %s', async (_, body, text, upstreamCode) => {
    expect(await rejected(400, body)).toEqual({
      ...{ message: `${prefix} 400${text}`, isDiscarded: false },
      details: { reason: 'rejected', status: 400, ...(upstreamCode !== undefined && { upstreamCode }) },
    });
  });

  test.each(['<html>', '', `"${'x'.repeat(65_535)}"`])('discards a body that is not readable', async (body) => {
    expect(await rejected(400, body)).toEqual({
      ...{ message: `${prefix} 400`, isDiscarded: true },
      details: { reason: 'rejected', status: 400 },
    });
  });

  test('limits the length of the reported text and code', async () => {
    const { message, details } = await rejected(400, { error: { code: 'c'.repeat(300), message: 'm'.repeat(60_000) } });
    expect(message).toBe(`${prefix} 400 ${'c'.repeat(300)}: ${'m'.repeat(698)}`);
    expect(details).toMatchObject({ upstreamCode: 'c'.repeat(100) });
  });

  test('reports the required permission only if access is denied', async () => {
    const body = { error: { code: 'accessDenied', message: 'Access denied' } };
    const permission = DrivePermission.SITES_MANAGE;
    expect(await rejected(403, body, permission)).toMatchObject({
      message: `${prefix} 403 accessDenied: Access denied (the application requires the permission ${permission} with admin consent)`,
      details: { ...{ reason: 'missing_permission', status: 403 }, upstreamCode: 'accessDenied', permission },
    });
    expect((await rejected(404, body)).details).not.toHaveProperty('permission');
  });

  test.each(['innererror', 'innerError'])(
    'reads up to five codes, of which malware takes precedence: %s',
    async (key) => {
      const nested = (depth: number): object =>
        depth === 0 ? { code: 'malwareDetected' } : { code: `c${depth}`, [key]: nested(depth - 1) };
      expect(await rejected(403, { error: nested(4) })).toEqual({
        ...{ message: `${prefix} 403 malwareDetected`, isDiscarded: false },
        details: { reason: 'malware', status: 403, upstreamCode: 'malwareDetected' },
      });
      expect((await rejected(403, { error: nested(5) })).details).toMatchObject({ reason: 'missing_permission' });
    },
  );
});
