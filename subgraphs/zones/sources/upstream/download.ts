import { setTimeout as delay } from 'node:timers/promises';
import { countOf } from '../../../../platform/count-of.js';
import { describeFailure, retryAfterSeconds } from '../../../../platform/network/index.js';
import { sourceFailure } from './failure.js';
import { discard, type SourceClient, type SourceResponse } from './http-client.js';
import type { FilePart, PartMetadata } from './part-store.js';

/** Validators of the file that was imported last. */
export interface Validators {
  readonly entityTag: string | null;
  readonly lastModified: string | null;
}

export interface DownloadOptions {
  readonly client: SourceClient;
  readonly part: FilePart;
  readonly url: string;
  /** Validators of the file that the caller already has. If it has not changed, it is not downloaded again. */
  readonly validators: Validators;
  /** Returns the headers of a request; called again after a response with status 401. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /**
   * Called with the headers of a request whose response has status 401; returns whether a retry with other headers may
   * succeed.
   */
  onUnauthorized?(headers: Readonly<Record<string, string>>): Promise<boolean>;
  /**
   * Returns the error for a response with a status other than 200, 206, 304 and 416, including a 401 that is not
   * retried; default: {@link statusFailure}.
   */
  failure?(response: SourceResponse): Promise<Error>;
  readonly maxBytes: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Waits before the next attempt; default: a timer. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined;
  readonly onProgress?: ((progress: { bytes: number; size: number | null }) => void) | undefined;
}

/** Maximum number of consecutive attempts that receive no byte, and of all attempts. */
const [maxAttemptsWithoutProgress, maxAttempts] = [4, 200];

/**
 * Downloads a file into its part. An interrupted download, also one of an earlier process, is resumed by a range
 * request if the server supports this (RFC 9110, sections 13.1.5 and 14.2); otherwise, it starts again.
 * @returns `complete` if the part contains the whole file; `unchanged` if the file of the server matches `validators`
 * @throws {DomainError} UPSTREAM_FAILED for an unexpected status, a file that is too large, and repeated interruptions
 */
export async function download(options: DownloadOptions): Promise<'complete' | 'unchanged'> {
  const { part, signal } = options;
  const pause = options.pause ?? ((milliseconds: number) => delay(milliseconds, undefined, { signal }));
  const host = new URL(options.url).host;
  for (let attempts = 1, withoutProgress = 0; ; attempts++) {
    const before = part.length;
    const ended = await attempt(options);
    if (ended.result !== undefined) return ended.result;
    signal.throwIfAborted();
    withoutProgress = part.length > before ? 0 : withoutProgress + 1;
    if (withoutProgress >= maxAttemptsWithoutProgress || attempts >= maxAttempts) {
      throw sourceFailure(`the download from ${host} failed after ${attempts} attempts: ${ended.reason}`);
    }
    await pause(Math.min(15_000, 500 * 2 ** withoutProgress));
  }
}

type AttemptOutcome = { result: 'complete' | 'unchanged' } | { result: undefined; reason: string };

async function attempt(options: DownloadOptions): Promise<AttemptOutcome> {
  const { client, part, url, signal } = options;
  const credentials = await options.headers();
  const headers = { ...credentials, ...requestConditions(part, options.validators) };
  const response = await client.send({ method: 'GET', url, headers, signal });
  switch (response.statusCode) {
    case 304:
      discard(response);
      return { result: part.metadata.isComplete ? 'complete' : 'unchanged' };
    case 200:
      await part.restart(metadataOf(response));
      return await transfer(response, options);
    case 206:
      if (isContinuation(response, part)) return await transfer(response, options);
      discard(response);
      await part.restart({ ...part.metadata, entityTag: null, lastModified: null, isComplete: false });
      return {
        result: undefined,
        reason: 'the server sent a different range or version of the file than requested (status 206)',
      };
    case 416:
      discard(response);
      await part.restart({ ...part.metadata, entityTag: null, lastModified: null, isComplete: false });
      return { result: undefined, reason: 'the file on the server does not have the requested range (status 416)' };
    case 401:
      discard(response);
      if ((await options.onUnauthorized?.(credentials)) === true) {
        return await attempt({ ...options, onUnauthorized: async () => false });
      }
      throw (await options.failure?.(response)) ?? statusFailure(response, options);
    default:
      discard(response);
      throw (await options.failure?.(response)) ?? statusFailure(response, options);
  }
}

/**
 * Conditional headers for a request: for the rest of an incomplete part or, if there is none, for a file that differs
 * from the known one.
 */
function requestConditions({ length, metadata }: FilePart, current: Validators): Record<string, string> {
  // Only a strong ETag or a date identifies bytes; the date is precise enough because zone files are published at most
  // hourly.
  const validator = strongTagOf(metadata.entityTag) ?? metadata.lastModified;
  if (!metadata.isComplete && length > 0 && validator !== null) {
    return { range: `bytes=${length}-`, 'if-range': validator };
  }
  const { entityTag, lastModified } = metadata.isComplete ? metadata : current;
  if (entityTag !== null) return { 'if-none-match': entityTag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

function strongTagOf(entityTag: string | null): string | null {
  return entityTag?.startsWith('"') === true ? entityTag : null;
}

function metadataOf({ headers }: SourceResponse): PartMetadata {
  return {
    entityTag: headerOf(headers.etag),
    lastModified: headerOf(headers['last-modified']),
    size: parseContentLength(headers['content-length']),
    isComplete: false,
    rejection: null,
    rejectionReason: null,
  };
}

/** The value of a header; null if it is absent, empty, repeated, or longer than 1024 characters. */
export function headerOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header !== '' && header.length <= 1024 ? header : null;
}

/**
 * Parses the value of a `Content-Length` header, in bytes; null if it is absent, repeated, or not a number of at most
 * 15 digits.
 */
export function parseContentLength(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Whether a partial response begins where the part ends, and is of the same version of the file. */
function isContinuation(response: SourceResponse, part: FilePart): boolean {
  const { entityTag, lastModified } = metadataOf(response);
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headerOf(response.headers['content-range']) ?? '');
  const { metadata } = part;
  const isSame =
    (entityTag === null || metadata.entityTag === null || entityTag === metadata.entityTag) &&
    (lastModified === null || metadata.lastModified === null || lastModified === metadata.lastModified);
  const hasSize = range?.[2] === '*' || metadata.size === null || Number(range?.[2]) === metadata.size;
  return part.length > 0 && Number(range?.[1]) === part.length && isSame && hasSize;
}

async function transfer(response: SourceResponse, options: DownloadOptions): Promise<AttemptOutcome> {
  const { part, maxBytes, signal, onProgress } = options;
  const { size } = part.metadata;
  const limit = Math.min(maxBytes, size ?? maxBytes);
  try {
    assertSize(size ?? 0, options);
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      if (part.length + chunk.length > limit) {
        assertSize(part.length + chunk.length, options);
        throw sourceFailure(`${new URL(options.url).host} sent more than the ${limit} bytes that it announced`);
      }
      await part.append(chunk);
      onProgress?.({ bytes: part.length, size });
    }
  } catch (error) {
    discard(response);
    if (signal.aborted || !isBrokenTransfer(error)) throw error;
    return { result: undefined, reason: describeFailure(error) };
  }
  if (size !== null && part.length < size)
    return { result: undefined, reason: `the response ended after ${part.length} of ${size} bytes` };
  await part.record({ ...part.metadata, size: part.length, isComplete: true });
  return { result: 'complete' };
}

function assertSize(bytes: number, { maxBytes, url }: DownloadOptions): void {
  if (bytes <= maxBytes) return;
  throw sourceFailure(
    `the file of ${new URL(url).host} is larger than ${maxBytes / 1e9} GB; raise [zones] max_download_gigabytes`,
  );
}

/**
 * Whether an error is a network error, after which the transfer can be resumed. False, for example, for an error of the
 * disk.
 */
function isBrokenTransfer(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('UND_ERR') || ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'].includes(code);
}

/** Error of a response with an unexpected status. */
function statusFailure({ statusCode, headers }: SourceResponse, { url, now }: { url: string; now: () => number }) {
  const seconds = retryAfterSeconds(headers['retry-after'], now());
  const pause = seconds === null ? '' : ` (Retry-After: ${countOf(Math.ceil(seconds), 'second')})`;
  return sourceFailure(`${new URL(url).host} responded with status ${statusCode}${pause}`, {
    retryAfterSeconds: seconds,
  });
}
