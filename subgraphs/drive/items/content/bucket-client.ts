import { createHash } from 'node:crypto';
import { S3mini, S3ServiceError } from 's3mini';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import type { Configuration } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { describeFailure, retryAfterSeconds } from '../../../../platform/network/index.js';
import { tracedCall } from '../../../../platform/telemetry/index.js';
import { type DriveTiming, realTiming } from '../../dependencies.js';
import { backoffSeconds } from '../../network.js';

/** Maximum number of attempts to send a request, if the server does not respond or responds with 429 or 5xx. */
const maxAttempts = 5;
/** Maximum `Retry-After` that a request waits for, in seconds; a request with a longer one fails. */
const maxWaitSeconds = 60;
const idleTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;

export type BucketSettings = Pick<
  Configuration['drive'],
  's3Endpoint' | 's3Region' | 's3Bucket' | 's3Prefix' | 's3PathStyle' | 's3AccessKeyId' | 's3SecretAccessKey'
>;

/** Counts of requests from this process to buckets, for metrics. */
export const bucketCounts = { requests: 0, retries: 0, failures: 0 };

/** Client for a bucket in an S3-compatible object store. */
export interface BucketClient {
  readonly timing: DriveTiming;
  /**
   * Runs `work`, which sends requests with the S3 client.
   * @returns undefined if the object does not exist
   * @throws {DomainError} STORE_UNAVAILABLE, with `retryAfterSeconds` if the server requests a long pause
   */
  run<Result>(work: (s3: S3mini) => Promise<Result>): Promise<Result | undefined>;
}

/**
 * Creates the client of the configured bucket. It connects only to the host of the bucket: redirects are not followed.
 * @throws {Error} if a setting is missing
 */
export function createBucketClient(settings: BucketSettings, timing: DriveTiming = realTiming): BucketClient {
  const { s3Bucket: bucket, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
  const url = bucketUrlOf(settings);
  const s3 = new S3mini({
    ...{ accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey, endpoint: url.href, region: s3Region },
    fetch: retryingFetch(timing) as unknown as typeof globalThis.fetch, // The fetch of undici has the same interface.
  });
  async function run<Result>(work: (client: S3mini) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work(s3);
    } catch (error) {
      if (error instanceof S3ServiceError && error.serviceCode === 'NoSuchKey') return undefined;
      throw error instanceof S3ServiceError ? rejection(error, { bucket, host: url.host }) : error;
    }
  }
  return { timing, run };
}

/** The URL of the bucket: the endpoint with the bucket name in its path or hostname, depending on `s3PathStyle`. */
function bucketUrlOf(settings: BucketSettings): URL {
  const { s3Endpoint, s3Bucket, s3PathStyle } = settings;
  const required = ['s3Endpoint', 's3AccessKeyId', 's3SecretAccessKey'] as const;
  const missing = required.find((key) => settings[key] === '');
  if (missing !== undefined) {
    const name = missing.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw new Error(`[drive] s3_bucket requires ${name}, which is not set`);
  }
  const url = new URL(s3Endpoint);
  if (s3PathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${s3Bucket}`;
  else url.hostname = `${s3Bucket}.${url.hostname}`;
  return url;
}

function rejection({ status, serviceCode }: S3ServiceError, { bucket, host }: { bucket: string; host: string }) {
  const reason =
    status === 403
      ? `access to the bucket ${bucket} is denied (${serviceCode}); check the access key and its permissions`
      : serviceCode === 'NoSuchBucket'
        ? `the bucket ${bucket} does not exist; create it, or correct [drive] s3_bucket`
        : `the request failed with status ${status} (${serviceCode})`;
  return unavailable(host, reason);
}

function unavailable(host: string, reason: string, options: { retryAfter?: number | null; cause?: unknown } = {}) {
  const { retryAfter = null, cause } = options;
  const details = retryAfter === null ? undefined : { retryAfterSeconds: Math.ceil(retryAfter) };
  return new DomainError('STORE_UNAVAILABLE', `The object store ${host} cannot be used: ${reason}`, details, { cause });
}

/**
 * Creates a fetch function that retries requests after network and server errors, honoring `Retry-After`. All requests
 * of this client are idempotent.
 */
function retryingFetch({ sleep, random }: DriveTiming) {
  const dispatcher = new Agent({
    ...{ connect: { timeout: connectTimeoutMs }, connections: 32 },
    ...{ headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs },
  });
  async function attempt(url: URL, init: RequestInit): Promise<Response | Error> {
    bucketCounts.requests++;
    try {
      const { response } = await tracedCall({ method: init.method ?? 'GET', url }, async () => {
        const received = await fetch(url, { ...addDigest(init), dispatcher, redirect: 'manual' });
        return { statusCode: received.status, response: received };
      });
      return response;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
  return async function send(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input);
    for (let failures = 1; ; failures++) {
      const received = await attempt(url, init);
      if (!(received instanceof Error) && received.status !== 429 && received.status < 500) return received;
      const { reason, retryAfter, cause } = await failureOf(received);
      if (failures === maxAttempts || (retryAfter ?? 0) > maxWaitSeconds) {
        bucketCounts.failures++;
        throw unavailable(url.host, reason, { retryAfter, cause });
      }
      bucketCounts.retries++;
      await sleep(retryAfter ?? backoffSeconds({ failures, firstSeconds: 0.5, maxSeconds: 10, random: random() }));
    }
  };
}

async function failureOf(received: Response | Error) {
  if (received instanceof Error) {
    const { cause = received } = received;
    return { reason: `it cannot be reached: ${describeFailure(cause)}`, retryAfter: null, cause: received };
  }
  await received.body?.cancel();
  const retryAfter = retryAfterSeconds(received.headers.get('retry-after') ?? undefined, Date.now());
  return { reason: `it returned status ${received.status}`, retryAfter, cause: undefined };
}

/** Adds the MD5 digest of the body to a request, so the server detects corruption in transit. */
function addDigest(init: RequestInit): RequestInit {
  const { body, headers } = init;
  if (!(body instanceof Uint8Array)) return init;
  const digest = createHash('md5').update(body).digest('base64');
  // The S3 client passes headers as a plain object.
  return { ...init, headers: { ...(headers as Record<string, string>), 'content-md5': digest } };
}
