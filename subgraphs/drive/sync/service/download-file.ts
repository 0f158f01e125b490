import { DomainError } from '../../../../platform/domain-error.js';
import { messageOf } from '../../../../platform/message-of.js';
import { fullDiskReason, type PartialDownload, type PendingDownload, type StoredContent } from '../../items/index.js';
import { backoffSeconds } from '../../network.js';
import type { SyncDependencies } from '../dependencies.js';
import { hasReason } from '../rules/error-reason.js';
import { discard, type HttpResponse } from '../upstream/http-client.js';
import { DrivePermission } from '../vocabulary.js';
import { type DownloadStop, InterruptedDownload } from './download-stop.js';
import type { SyncRun } from './run.js';

/** Reports that the download of a file failed for a reason that concerns only this file, not the site. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
  /** Whether the content differs from what the last delta query reported, so another query is due. */
  readonly isOutdated: boolean;
  /**
   * Error code of the site if it rejects the content because of malware, in which case retries cannot succeed;
   * otherwise null.
   */
  readonly malware: string | null;

  constructor(message: string, options: { isOutdated?: boolean; malware?: string | null } = {}) {
    super(message);
    this.isOutdated = options.isOutdated ?? false;
    this.malware = options.malware ?? null;
  }
}

/** Maximum number of consecutive attempts that receive no bytes. */
const maxAttemptsWithoutProgress = 5;
/** Maximum number of complete downloads whose size or hash differs from what the site reported. */
const maxMismatches = 2;
/** Maximum number of times that a download starts over because it cannot be resumed. */
const maxRestarts = 3;
/** Maximum number of attempts to continue a download, with or without progress. */
const maxAttempts = 200;

/** Error reasons that mean that a redirect was not followed. */
const unsafeRedirectReasons: readonly string[] = ['unsafe_redirect', 'forbidden_address', 'redirects'];

export interface Download {
  readonly dependencies: SyncDependencies;
  readonly run: SyncRun;
  readonly item: PendingDownload & { contentTag: string };
  readonly signal: AbortSignal;
  readonly stop: DownloadStop;
}

/** A finished download whose content is stored. `settle` discards its part; call it after the download is recorded. */
export interface FinishedDownload extends StoredContent {
  readonly eTag: string | null;
  settle(): Promise<void>;
}

/**
 * Downloads one file: resumes an earlier attempt if possible, and verifies the size and hash that the site reported
 * before it stores the content.
 * @throws {DownloadFailure} if this file cannot be downloaded
 * @throws {InterruptedDownload} if the downloads of the sync stop
 * @throws {DomainError} if the site fails
 */
export async function downloadFile(download: Download): Promise<FinishedDownload> {
  return await storeDownload(download).catch((error: unknown) => {
    const reason = fullDiskReason(error);
    throw reason === undefined ? error : new DownloadFailure(`${reason}, then request a sync`);
  });
}

async function storeDownload(download: Download): Promise<FinishedDownload> {
  const { dependencies, run, item } = download;
  const part = await dependencies.content.openPart([item.siteId, item.id, item.contentTag]);
  try {
    // Without a hash, resumed content could not be verified.
    if (part.length > item.size || (item.quickXorHash === null && part.length > 0)) await part.clear();
    // Otherwise, the file could fill the disk, and prevent the download of all others.
    await part.reserve(item.size);
    if (part.length > 0) run.metrics.resumedDownloads++;
    await fetchVerified(download, part);
    const storedContent = await part.finish();
    return { ...storedContent, eTag: item.eTag, settle: () => part.discard() };
  } catch (error) {
    if (fullDiskReason(error) !== undefined || (error instanceof DownloadFailure && error.isOutdated))
      await part.discard();
    throw error;
  } finally {
    await part.close();
  }
}

async function fetchVerified(download: Download, part: PartialDownload): Promise<void> {
  for (let mismatches = 0; ; ) {
    await fetchWhole(download, part);
    const mismatch = mismatchOf(download.item, part);
    if (mismatch === undefined) return;
    await part.clear();
    if (++mismatches === maxMismatches) throw new DownloadFailure(mismatch, { isOutdated: true });
  }
}

function mismatchOf({ size, quickXorHash }: PendingDownload, part: PartialDownload): string | undefined {
  if (part.length !== size) return `the content has ${part.length} bytes, but the site reports ${size}`;
  if (quickXorHash !== null && part.quickXorHash() !== quickXorHash)
    return `the content has the quickXorHash ${part.quickXorHash()}, but the site reports ${quickXorHash}`;
  return undefined;
}

/** Downloads into the part until it has the reported size, resuming interrupted transfers. */
async function fetchWhole(download: Download, part: PartialDownload): Promise<void> {
  const { dependencies, run, item, signal } = download;
  const state: Transfer = { entityTag: null, restarts: 0, isDone: false };
  for (let attempts = 0, attemptsWithoutProgress = 0; !state.isDone; attempts++) {
    if (part.length === item.size && item.size > 0) return;
    const before = part.length;
    const failure = await fetchOnce({ download, part, state });
    if (failure === undefined) continue;
    signal.throwIfAborted();
    attemptsWithoutProgress = part.length > before ? 0 : attemptsWithoutProgress + 1;
    if (attemptsWithoutProgress === maxAttemptsWithoutProgress || attempts === maxAttempts)
      throw new DownloadFailure(`the download was interrupted repeatedly: ${failure}`);
    dependencies.graph().httpClient.metrics.retries++;
    const wait = {
      failures: attemptsWithoutProgress + 1,
      firstSeconds: 0.5,
      maxSeconds: 15,
      random: dependencies.random(),
    };
    await dependencies.sleep(backoffSeconds(wait), signal);
    if (part.length > 0) run.metrics.resumedDownloads++;
  }
}

interface Transfer {
  /** Strong ETag of the content that is being downloaded; null if the server sent none. */
  entityTag: string | null;
  restarts: number;
  isDone: boolean;
}

/** Sends one request and appends the response to the part; returns the reason for a failed transfer, or undefined. */
async function fetchOnce(options: {
  download: Download;
  part: PartialDownload;
  state: Transfer;
}): Promise<string | undefined> {
  const { download, part, state } = options;
  const { dependencies, item, signal } = download;
  const range = { offset: part.length, entityTag: state.entityTag };
  const response = await dependencies
    .graph()
    .openContent({ siteId: item.siteId, itemId: item.id }, range, signal)
    .catch((error: unknown) => {
      throw isUnsafeRedirect(error) ? new DownloadFailure(error.message) : error;
    });
  if (!(await isUsable({ ...options, response }))) return undefined;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      // The content is larger than reported, so it has changed; the rest is not read.
      if (part.length + chunk.length > item.size) {
        response.body.destroy();
        const problem = `the content has more than the ${item.size} bytes that the site reports`;
        throw new DownloadFailure(problem, { isOutdated: true });
      }
      await part.append(chunk);
      download.run.metrics.downloadedBytes += chunk.length;
      const reason = part.length < item.size ? await download.stop.interruption(item) : null;
      if (reason !== null) throw new InterruptedDownload(reason);
    }
  } catch (error) {
    if (error instanceof DownloadFailure || !isBrokenTransfer(error)) throw error;
    return messageOf(error);
  }
  state.isDone = true;
  return undefined;
}

/**
 * Whether the response body can be appended to the part: it continues the part, or is the whole content, for which the
 * part is cleared. If it cannot, the part is cleared for another request.
 */
async function isUsable(options: {
  download: Download;
  part: PartialDownload;
  state: Transfer;
  response: HttpResponse;
}): Promise<boolean> {
  const { download, part, state, response } = options;
  const entityTag = strongEntityTag(response);
  if (response.statusCode === 206 && part.length > 0) {
    const { start, total } = contentRange(response);
    const isSameVersion = state.entityTag === null || entityTag === null || entityTag === state.entityTag;
    if (start === part.length && (total === undefined || total === download.item.size) && isSameVersion) {
      state.entityTag ??= entityTag;
      return true;
    }
  } else if (response.statusCode === 200) {
    if (part.length > 0) await part.clear();
    state.entityTag = entityTag;
    return true;
  } else if (response.statusCode !== 416 && response.statusCode !== 206) {
    throw await rejectedDownload(download, response);
  }
  await discard(response);
  if (part.length === 0 || ++state.restarts > maxRestarts) {
    throw new DownloadFailure(
      `the site responded with ${response.statusCode}, but not with the requested part of the content`,
    );
  }
  await part.clear();
  state.entityTag = null;
  return false;
}

async function rejectedDownload({ dependencies, run, item }: Download, response: HttpResponse): Promise<Error> {
  const { statusCode } = response;
  const rejection = await dependencies
    .graph()
    .rejection({ response, step: 'Download', needs: DrivePermission.FILES_READ });
  // The file was deleted after the delta query, and the next query reports this.
  const isOutdated = statusCode === 404 || statusCode === 410;
  if (isOutdated) run.missingIds.add(item.id);
  const malware = rejection.details?.reason === 'malware' ? String(rejection.details.upstreamCode) : null;
  return new DownloadFailure(rejection.message, { isOutdated, malware });
}

function strongEntityTag({ headers }: HttpResponse): string | null {
  const { etag } = headers;
  return typeof etag === 'string' && etag.startsWith('"') && etag.length <= 1024 ? etag : null;
}

function contentRange({ headers }: HttpResponse): { start: number | undefined; total: number | undefined } {
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'] ?? ''));
  const number = (text: string | undefined) => (text === undefined || text === '*' ? undefined : Number(text));
  return { start: number(match?.[1]), total: number(match?.[2]) };
}

/** Whether the error is a redirect to an address that is not allowed, which fails only this file. */
function isUnsafeRedirect(error: unknown): error is DomainError {
  return hasReason(error, unsafeRedirectReasons);
}

/** Codes of errors of the HTTP client, TLS and the network. */
const brokenTransferCodes =
  /^(?:UND_ERR|ERR_SSL|(?:ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENETRESET)$)/;

/** Whether the error is a failure of the network or of the transfer, as opposed to, for example, a disk failure. */
function isBrokenTransfer(error: unknown): boolean {
  if (error instanceof DomainError || !(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // The response is not HTTP; the HTTP client sets no code.
  return error.name === 'HTTPParserError' || brokenTransferCodes.test(code);
}
