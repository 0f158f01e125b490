import { abortableStream } from '../../platform/abortable-stream.js';
import { DomainError } from '../../platform/domain-error.js';
import {
  type DownloadMetadata,
  InfectedContentError,
  MissingContentError,
  type OpenDownload,
} from '../../platform/download.js';
import { ConnectionFailure, Connections } from '../execution/index.js';
import { subgraphPath } from './remote-subgraph.js';
import { gatewayContext, type SignCall } from './signed-call.js';

/**
 * A request for a download from another process: without `entityTag`, for its metadata; with `entityTag`, for its bytes
 * from `start` to `end`, inclusive, or for all bytes if `range` is absent.
 */
export interface DownloadRequest {
  readonly ticket: string;
  readonly entityTag?: string;
  readonly range?: { readonly start: number; readonly end: number };
}

/** Timeout in milliseconds of requests for metadata. */
const metadataTimeoutMs = 10_000;
/** Longer than a process waits for its bucket between two parts of a download. */
const defaultStallTimeoutMs = 120_000;

/** Path of a subgraph's downloads, relative to the URL of its process. */
export function downloadsPath(name: string): string {
  return `${subgraphPath(name)}/downloads`;
}

export interface RemoteDownloads {
  readonly open: OpenDownload;
  close(): Promise<void>;
}

/** Serves the downloads of a subgraph in another process; their bytes are streamed through this process. */
export function remoteDownloads(options: {
  readonly name: string;
  /** URL of the subgraph's process, without a trailing slash. */
  readonly url: string;
  readonly sign: SignCall;
  /**
   * Maximum time in milliseconds between two parts of a download, except while the client does not read; default: two
   * minutes. The time until the first part is not limited: the process first reads everything before a range of an
   * archive, or content that it has not verified yet.
   */
  readonly stallTimeoutMs?: number | undefined;
}): RemoteDownloads {
  const { name, sign, stallTimeoutMs = defaultStallTimeoutMs } = options;
  const { origin, pathname } = new URL(`${options.url}${downloadsPath(name)}`);
  const connections = new Connections(origin);
  const requestOf = (request: DownloadRequest) => ({ path: pathname, ...signRequest(request, { name, sign }) });

  async function* bytes(request: DownloadRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
    const limits = { bodyTimeout: stallTimeoutMs, signal };
    const response = await connections.dispatcher.request({ method: 'POST', ...requestOf(request), ...limits });
    if (response.statusCode === 200) yield* response.body;
    else throw new Error(`the ${name} service returned status ${response.statusCode}; expected 200`);
  }

  async function metadataOf(ticket: string): Promise<DownloadMetadata | undefined> {
    const signal = AbortSignal.timeout(metadataTimeoutMs);
    try {
      const { status, body } = await connections.post({ ...requestOf({ ticket }), signal });
      return readMetadata(status, body);
    } catch (error) {
      const isUnreachable = error instanceof ConnectionFailure || error === signal.reason;
      throw isUnreachable ? serviceUnreachable(name, error) : error;
    }
  }

  return {
    async open(ticket) {
      const metadata = await metadataOf(ticket);
      if (metadata === undefined) return undefined;
      const { entityTag } = metadata;
      return {
        ...metadata,
        read: (range) => abortableStream((signal) => bytes({ ticket, entityTag, ...(range && { range }) }, signal)),
      };
    },
    close: () => connections.close(),
  };
}

function signRequest(request: DownloadRequest, { name, sign }: { name: string; sign: SignCall }) {
  const body = JSON.stringify(request);
  const headers = {
    ...sign({ to: downloadsPath(name), body, context: gatewayContext }),
    'content-type': 'application/json',
  };
  return { headers, body };
}

/** Reads the metadata of a download from a response; undefined if the download does not exist. */
function readMetadata(status: number, body: string): DownloadMetadata | undefined {
  if (status === 404) return undefined;
  if (status === 403) throw new InfectedContentError();
  if (status === 410) throw new MissingContentError();
  if (status !== 200) throw new ConnectionFailure(`status ${status}: ${body.slice(0, 200)}`);
  return JSON.parse(body) as DownloadMetadata; // Written by the subgraph's process, which is trusted.
}

function serviceUnreachable(name: string, cause: unknown): DomainError {
  const message = `The ${name} service cannot be reached`;
  return new DomainError('SERVICE_UNAVAILABLE', message, { subgraph: name }, { cause });
}
