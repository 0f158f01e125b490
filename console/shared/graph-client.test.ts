import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TypedDocumentString } from '../generated/operations.js';
import { GraphFailure, isOutcomeUnknown, runOperation } from './graph-client.js';

const text = 'query AlertCount($first: Int) { alerts(first: $first) { totalCount } }';
const document = new TypedDocumentString<{ alerts: { totalCount: number } | null }, { first?: number }>(
  `\n  ${text}\n`,
);
const variables = { first: 1 };
let fetchMock: ReturnType<typeof vi.fn>;

beforeEach(() => {
  fetchMock = vi.fn();
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => vi.unstubAllGlobals());

function respond(status: number, body: unknown): void {
  fetchMock.mockResolvedValue(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
}

async function failureOf(work: Promise<unknown>): Promise<GraphFailure> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(GraphFailure);
  return failure as GraphFailure; // The array was checked above.
}

test('sends an operation with its name and variables', async () => {
  respond(200, { data: { alerts: { totalCount: 3 } } });
  expect(await runOperation({ document, variables })).toEqual({ alerts: { totalCount: 3 } });
  const [url, request] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe('graphql');
  expect(request.headers).toMatchObject({ 'x-rampart-session': '1', 'content-type': 'application/json' });
  expect(JSON.parse(request.body)).toEqual({ query: text, operationName: 'AlertCount', variables });
});

test('marks queries without input of the person as background requests, but not mutations', async () => {
  const isBackground = async (sent: typeof document) => {
    respond(200, { data: { alerts: { totalCount: 3 } } });
    await runOperation({ document: sent, variables });
    return 'x-rampart-background' in (fetchMock.mock.lastCall?.[1].headers ?? {});
  };
  await isBackground(document);
  expect(await isBackground(document)).toBe(true);
  expect(await isBackground(new TypedDocumentString('mutation Change { alerts { totalCount } }'))).toBe(false);
});

describe('a failed operation', () => {
  test.each([
    ['UNAUTHENTICATED', 'sign-in'],
    ['FORBIDDEN', 'forbidden'],
    ['NOT_FOUND', 'not-found'],
    ['STORE_UNAVAILABLE', 'unavailable'],
    ['SERVICE_UNAVAILABLE', 'unavailable'],
    ['GRAPHQL_VALIDATION_FAILED', 'outdated'],
    ['UNTRUSTED_DOCUMENT', 'outdated'],
    ['RATE_LIMITED', 'busy'],
    ['BAD_USER_INPUT', 'rejected'],
    ['INTERNAL_SERVER_ERROR', 'fault'],
  ])('with the code %s is of the kind %s', async (code, kind) => {
    respond(200, { data: null, errors: [{ message: 'not allowed here', extensions: { code } }] });
    const failure = await failureOf(runOperation({ document, variables }));
    expect(failure).toMatchObject({ kind, message: 'not allowed here' });
  });

  test('with a null root field and no error is of the kind not-found', async () => {
    respond(200, { data: { alerts: null } });
    const failure = await failureOf(runOperation({ document, variables }));
    expect(failure).toMatchObject({ kind: 'not-found', message: 'No object has this name or id' });
    respond(200, {});
    const empty = await failureOf(runOperation({ document, variables }));
    expect(empty).toMatchObject({ kind: 'fault', message: 'The response with HTTP status 200 has no data' });
  });

  test('with partial data discards the data', async () => {
    respond(200, { data: { alerts: null }, errors: [{ message: 'no', extensions: { code: 'TIMEOUT' } }] });
    expect((await failureOf(runOperation({ document, variables }))).kind).toBe('busy');
  });

  test.each([
    [401, 'sign-in'],
    [503, 'unavailable'],
    [500, 'fault'],
  ])('with status %d and no JSON is of the kind %s', async (status, kind) => {
    respond(status, '<html>');
    expect((await failureOf(runOperation({ document, variables }))).kind).toBe(kind);
  });

  test('without a response is of the kind unreachable', async () => {
    fetchMock.mockRejectedValue(new TypeError('fetch failed'));
    expect((await failureOf(runOperation({ document, variables }))).kind).toBe('unreachable');
  });

  test('whose response is cut off is of the kind unreachable', async () => {
    const cut = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
    fetchMock.mockResolvedValue(new Response(cut));
    expect((await failureOf(runOperation({ document, variables }))).kind).toBe('unreachable');
  });

  test.each([
    ['no response', undefined, true],
    ['a timeout of the server', 'TIMEOUT', true],
    ['a conflict', 'CONFLICT', false],
    ['an ended session', 'UNAUTHENTICATED', false],
  ])('has an unknown outcome after %s: %s', async (_, code, isUnknown) => {
    if (code === undefined) fetchMock.mockRejectedValue(new TypeError('fetch failed'));
    else respond(200, { data: null, errors: [{ message: 'failed', extensions: { code } }] });
    expect(isOutcomeUnknown(await failureOf(runOperation({ document, variables })))).toBe(isUnknown);
  });

  test.each([
    [['addComment'], false],
    [['addComment', 'alert', 'domain'], true],
  ])('has an unknown outcome after an error at %j: %s', async (path, isUnknown) => {
    respond(200, { data: null, errors: [{ message: 'failed', path, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(isOutcomeUnknown(await failureOf(runOperation({ document, variables })))).toBe(isUnknown);
  });

  test('that was aborted rejects with the reason of the abort', async () => {
    const abort = new AbortController();
    abort.abort();
    fetchMock.mockRejectedValue(abort.signal.reason);
    await expect(runOperation({ document, variables, signal: abort.signal })).rejects.toBe(abort.signal.reason);
  });
});
