import type { Readable } from 'node:stream';
import type { RequestContext } from './caller.js';

/** The request for an import or export, which has no timeout. The signal aborts when the client disconnects. */
export type StreamRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal' | 'requestId'>;

interface RecordStream {
  /** @throws {DomainError} UNAUTHENTICATED or FORBIDDEN for callers without permission */
  authorize(request: StreamRequest): void;
}

/** Imports newline-delimited JSON of any length. */
export interface RecordImport extends RecordStream {
  /**
   * @param stream.isGzip whether the content must be gzip; otherwise, it can be gzip
   * @param stream.write writes results, each a JSON object, as soon as they are final; await it before importing more
   * @returns the counts of the whole import
   * @throws {DomainError} BAD_USER_INPUT, STORE_UNAVAILABLE
   */
  run(
    request: StreamRequest,
    stream: { readonly input: Readable; readonly isGzip: boolean; write(results: readonly object[]): Promise<void> },
  ): Promise<object>;
}

/** Exports records from one snapshot of the database. */
export interface RecordExport extends RecordStream {
  /**
   * @param stream.parameters the query parameters of the request
   * @param stream.isKnown whether the client already has the export with this entity tag; if so, nothing is written
   * @param stream.write writes the next part; await it before reading more
   * @param stream.onProgress called with the number of records written so far
   * @throws {DomainError} BAD_USER_INPUT before it reads a record, STORE_UNAVAILABLE
   */
  run(
    request: StreamRequest,
    stream: {
      readonly parameters: URLSearchParams;
      isKnown(entityTag: string): boolean;
      write(part: string | Uint8Array): Promise<void>;
      onProgress?: ((records: number) => void) | undefined;
    },
  ): Promise<void>;
}

/** Exports records as the same bytes each time, so an export can be resumed at any byte. */
export interface ResumableExport extends RecordStream {
  /**
   * @param stream.parameters the query parameters and the parameters of the path
   * @param stream.isGzip whether to compress the export with gzip
   * @param stream.begin sends the status line and these headers; called once, before the first part
   * @param stream.write writes the next part; await it before reading more
   * @throws {DomainError} with the codes of the domain, before the headers are sent
   */
  run(
    request: StreamRequest,
    stream: {
      readonly parameters: URLSearchParams;
      readonly isGzip: boolean;
      begin(headers: Readonly<Record<string, string>>): void;
      write(part: Uint8Array): Promise<void>;
    },
  ): Promise<void>;
}

/** Imports and exports of a domain that are too large for GraphQL operations, by name. */
export interface RecordStreams {
  readonly imports?: Readonly<Record<string, RecordImport>>;
  readonly exports?: Readonly<Record<string, RecordExport>>;
  readonly resumable?: Readonly<Record<string, ResumableExport>>;
}

/** The streams of the domains, by the name of the domain. */
export type StreamsByDomain = ReadonlyMap<string, RecordStreams>;
