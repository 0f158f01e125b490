import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CertificateLog } from '../../../../platform/configuration/index.js';
import { isConsistent } from '../../../../platform/merkle-tree.js';
import { messageOf } from '../../../../platform/message-of.js';
import { retryAfterSeconds } from '../../../../platform/network/index.js';
import { readBounded } from '../../../../platform/read-bounded.js';
import { discard, type SourceClient, sourceFailure } from '../../sources/index.js';
import { type LogEntry, readDataTile, readLeaf } from '../rules/entries.js';
import { readCheckpoint, readSignedTreeHead, type TreeHead } from '../rules/tree-head.js';

/** Consecutive entries of a log, without those that cannot be parsed. */
export interface EntryBatch {
  readonly entries: readonly (LogEntry & { readonly index: number })[];
  /** Index of the entry after the batch. */
  readonly next: number;
}

/** Reads a log. Its methods throw DomainError UPSTREAM_FAILED. */
export interface LogReader {
  /** The current tree head, whose signature was verified. */
  readHead(): Promise<TreeHead>;
  /**
   * The newer of a stored tree head and a received one; a replica of the log may return an older one.
   * @throws {DomainError} also for an invalid consistency proof, for protocols that provide such proofs
   */
  newerHead(stored: TreeHead, received: TreeHead): Promise<TreeHead>;
  /** Reads a batch that begins with the entry `from` and ends before `treeSize`; `next` is greater than `from`. */
  readEntries(from: number, treeSize: number): Promise<EntryBatch>;
}

interface LogConnection {
  readonly log: CertificateLog;
  readonly client: SourceClient;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

const maxHeadBytes = 65_536;
const maxEntriesBytes = 64 * 1024 * 1024;
/** Maximum number of entries per request; logs with a lower limit return fewer. */
const entriesPerRequest = 256;
const entriesPerTile = 256;

/** The operations that differ between the protocols. */
interface LogProtocol extends Omit<LogReader, 'newerHead'> {
  /**
   * Verifies that the tree of the second head extends the tree of the first one.
   * @throws {DomainError} UPSTREAM_FAILED if it does not
   */
  verifyGrowth(first: TreeHead, second: TreeHead): Promise<void>;
}

/** Returns a reader of a log for its protocol; nothing is requested yet. */
export function openLog(connection: LogConnection): LogReader {
  const { verifyGrowth, ...reader } = connection.log.kind === 'static' ? staticLog(connection) : rfc6962Log(connection);
  return {
    ...reader,
    async newerHead(stored, received) {
      if (received.size > stored.size) {
        await verifyGrowth(stored, received);
        return received;
      }
      const isOlder = received.at <= stored.at;
      const isSame = received.size === stored.size && received.rootHash.equals(stored.rootHash);
      if (!isSame && (received.size === stored.size || !isOlder)) throw inconsistentHistory(connection);
      return isOlder ? stored : received;
    },
  };
}

function inconsistentHistory(connection: LogConnection): Error {
  return failure(connection, 'has changed its history: the new tree head is not consistent with the previous one');
}

/** Reads a log by the protocol of RFC 6962, section 4. */
function rfc6962Log(connection: LogConnection): LogProtocol {
  const { key } = connection.log;
  return {
    readHead: async () => {
      const document = await readJson(connection, 'ct/v1/get-sth', maxHeadBytes);
      return parseOrFail(connection, () => readSignedTreeHead(document, key));
    },
    async verifyGrowth(first, second) {
      if (first.size === 0) return;
      const path = `ct/v1/get-sth-consistency?first=${first.size}&second=${second.size}`;
      const { consistency } = await readJson(connection, path, maxHeadBytes);
      const proof = Array.isArray(consistency) ? consistency.map((node) => Buffer.from(String(node), 'base64')) : [];
      if (!isConsistent(first, second, proof)) throw inconsistentHistory(connection);
    },
    async readEntries(from, treeSize) {
      const end = Math.min(from + entriesPerRequest, treeSize) - 1;
      const { entries } = await readJson(connection, `ct/v1/get-entries?start=${from}&end=${end}`, maxEntriesBytes);
      const list: readonly unknown[] = Array.isArray(entries) ? entries.slice(0, end - from + 1) : [];
      if (list.length === 0)
        throw failure(
          connection,
          `returned no entry with the index ${from}, although its tree has ${treeSize} entries`,
        );
      const leaves = list.flatMap((entry, position) => leafOf(entry, from + position));
      return { entries: leaves, next: from + list.length };
    },
  };
}

function leafOf(entry: unknown, index: number): EntryBatch['entries'] {
  const fields: Readonly<Record<string, unknown>> = typeof entry === 'object' && entry !== null ? { ...entry } : {};
  const [leaf, extra] = [fields.leaf_input, fields.extra_data];
  try {
    return [{ index, ...readLeaf(Buffer.from(String(leaf), 'base64'), Buffer.from(String(extra), 'base64')) }];
  } catch {
    return []; // One entry that does not conform to RFC 6962 must not hide all later ones.
  }
}

/**
 * Reads a log by c2sp.org/static-ct-api, which has no consistency proofs: only signatures of tree heads are verified.
 */
function staticLog(connection: LogConnection): LogProtocol {
  const { key } = connection.log;
  return {
    readHead: async () => {
      const note = await read(connection, 'checkpoint', maxHeadBytes);
      return parseOrFail(connection, () => readCheckpoint(note.toString('utf8'), key));
    },
    verifyGrowth: async () => undefined,
    async readEntries(from, treeSize) {
      const tile = Math.floor(from / entriesPerTile);
      const first = tile * entriesPerTile;
      const width = Math.min(entriesPerTile, treeSize - first);
      const bytes = await readTile(connection, tilePath(tile), width);
      const entries = parseOrFail(connection, () => readDataTile(bytes)).slice(0, width);
      if (entries.length < width)
        throw failure(connection, `returned ${entries.length} entries in tile ${tile}; expected ${width}`);
      const numbered = entries.map((entry, position) => ({ index: first + position, ...entry }));
      return { entries: numbered.filter(({ index }) => index >= from), next: first + width };
    },
  };
}

/** Reads a data tile. If a partial tile no longer exists, reads the full tile that has replaced it. */
async function readTile(connection: LogConnection, path: string, width: number): Promise<Buffer> {
  if (width === entriesPerTile) return await read(connection, path, maxEntriesBytes);
  const part = await readIfExists(connection, `${path}.p/${width}`, maxEntriesBytes);
  return part ?? (await read(connection, path, maxEntriesBytes));
}

/**
 * The path of a data tile: its index in groups of three digits; all but the last group begin with `x`
 * (c2sp.org/tlog-tiles).
 */
function tilePath(tile: number): string {
  const digits = String(tile);
  const paddedDigits = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = paddedDigits.match(/\d{3}/g) ?? [];
  return `tile/data/${groups.map((group, index) => (index < groups.length - 1 ? `x${group}` : group)).join('/')}`;
}

async function readJson(
  connection: LogConnection,
  path: string,
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await read(connection, path, maxBytes);
  return parseOrFail(connection, () => {
    const document: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof document === 'object' && document !== null ? { ...document } : {};
  });
}

async function read(connection: LogConnection, path: string, maxBytes: number): Promise<Buffer> {
  const bytes = await readIfExists(connection, path, maxBytes);
  if (bytes === undefined) throw failure(connection, `responded with status 404 to ${path}`);
  return bytes;
}

const decompress = promisify(gunzip);

/**
 * Maximum time in milliseconds of a request with its response. The client limits idle time only, and a slow log delays
 * all others.
 */
const requestMs = 60_000;

async function readIfExists(connection: LogConnection, path: string, maxBytes: number): Promise<Buffer | undefined> {
  const deadline = AbortSignal.timeout(requestMs);
  const signal = AbortSignal.any([connection.signal, deadline]);
  try {
    return await request({ ...connection, signal }, path, maxBytes);
  } catch (error) {
    if (connection.signal.aborted || !deadline.aborted) throw error;
    throw failure(connection, `did not complete its response to ${path} within ${requestMs / 1000} s`);
  }
}

async function request(connection: LogConnection, path: string, maxBytes: number): Promise<Buffer | undefined> {
  const { log, client, signal, now } = connection;
  // Object storage returns compressed logs to every client.
  const headers = { 'accept-encoding': 'gzip, identity' };
  const response = await client.send({ method: 'GET', url: new URL(path, log.url).href, headers, signal });
  const { statusCode, body } = response;
  if (statusCode !== 200) {
    discard(response);
    if (statusCode === 404) return undefined;
    const seconds = retryAfterSeconds(response.headers['retry-after'], now());
    throw failure(connection, `responded with status ${statusCode} to ${path}`, seconds);
  }
  const tooLarge = (): Error => failure(connection, `responded with more than ${maxBytes} bytes to ${path}`);
  const bytes = await readBounded(body, { maxBytes, tooLarge });
  if (response.headers['content-encoding'] !== 'gzip') return bytes;
  return await decompress(bytes, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    throw failure(connection, `responded with invalid gzip content to ${path}: ${String(error)}`);
  });
}

function parseOrFail<Result>(connection: LogConnection, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw failure(
      connection,
      error instanceof SyntaxError
        ? 'responded with invalid JSON'
        : `sent a response that cannot be used: ${messageOf(error)}`,
    );
  }
}

function failure({ log }: LogConnection, message: string, seconds: number | null = null): Error {
  return sourceFailure(`The log ${new URL(log.url).host} ${message}`, { retryAfterSeconds: seconds });
}
