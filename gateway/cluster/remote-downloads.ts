import { Readable } from 'node:stream';
import { anonymous } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { DownloadFacts, OpenDownload } from '../../platform/download.js';
import { ConnectionFailure, Connections } from '../execution/index.js';
import { subgraphPath } from './remote-subgraph.js';
import type { SignCall } from './signed-call.js';

/** Asks for the facts of a content, or with `entityTag` for its bytes: all, or those from `start` up to and with `end`. */
export interface DownloadRequest {
  readonly ticket: string;
  readonly entityTag?: string;
  readonly range?: { readonly start: number; readonly end: number };
}

/** How long a process may take to say what a ticket stands for. */
const factsMilliseconds = 10_000;

/** Where a subgraph's process hands out contents, below the address of the process. */
export function downloadsPath(name: string): string {
  return `${subgraphPath(name)}/downloads`;
}

export interface RemoteDownloads {
  readonly open: OpenDownload;
  close(): Promise<void>;
}

/** Contents of a subgraph that runs in another process; their bytes pass through this one in a stream. */
export function remoteDownloads(options: {
  readonly name: string;
  /** Address of its process, without a slash at the end. */
  readonly url: string;
  readonly sign: SignCall;
}): RemoteDownloads {
  const { name, sign } = options;
  const { origin, pathname } = new URL(`${options.url}${downloadsPath(name)}`);
  const connections = new Connections(origin);

  function requestOf(wanted: DownloadRequest) {
    const body = JSON.stringify(wanted);
    const context = { caller: anonymous, via: 'rest', sourceAddress: '', requestId: '' } as const;
    const headers = { ...sign({ to: downloadsPath(name), body, context }), 'content-type': 'application/json' };
    return { path: pathname, headers, body };
  }

  async function* bytes(wanted: DownloadRequest): AsyncGenerator<Buffer> {
    const answer = await connections.dispatcher.request({ method: 'POST', ...requestOf(wanted) });
    if (answer.statusCode === 200) yield* answer.body;
    else throw new Error(`the ${name} service returned status ${answer.statusCode}; expected 200`);
  }

  async function factsOf(ticket: string): Promise<DownloadFacts | undefined> {
    const signal = AbortSignal.timeout(factsMilliseconds);
    try {
      const { status, body } = await connections.post({ ...requestOf({ ticket }), signal });
      if (status === 404) return undefined;
      if (status !== 200) throw new ConnectionFailure(`status ${status}: ${body.slice(0, 200)}`);
      return JSON.parse(body) as DownloadFacts; // What our own process wrote.
    } catch (error) {
      const isAbsent = error instanceof ConnectionFailure || error === signal.reason;
      if (!isAbsent) throw error;
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        `The ${name} service cannot be reached`,
        { subgraph: name },
        { cause: error },
      );
    }
  }

  return {
    async open(ticket) {
      const facts = await factsOf(ticket);
      if (facts === undefined) return undefined;
      const { entityTag } = facts;
      return { ...facts, read: (range) => Readable.from(bytes({ ticket, entityTag, ...(range && { range }) })) };
    },
    close: () => connections.close(),
  };
}
