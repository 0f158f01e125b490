import type { Readable } from 'node:stream';

/** Content that is ready to be downloaded. */
export interface Download {
  readonly name: string;
  readonly mimeType: string | null;
  readonly size: number;
  /** Strong entity tag, with quotation marks. */
  readonly entityTag: string;
  /** Time of the last modification in Unix epoch seconds; null if it is unknown. */
  readonly modifiedAt: number | null;
  /**
   * Id of the operator token for which the ticket was issued; the ticket becomes invalid with that token. Absent if the
   * domain has authenticated the client itself.
   */
  readonly credentialId?: string;
  /** Streams the bytes from `start` to `end`, inclusive; default: all. */
  read(range?: { start: number; end: number }): Readable;
}

/** Metadata of the content, available before its bytes are read. */
export type DownloadMetadata = Omit<Download, 'read'>;

/** The error for a file whose content is missing from the store, or was changed there. */
export class MissingContentError extends Error {
  override readonly name = 'MissingContentError';
}

/** The error for a file whose content is not served, because malware was found in it. */
export class InfectedContentError extends Error {
  override readonly name = 'InfectedContentError';
}

/**
 * Opens the content that a ticket refers to; undefined if the ticket is forged or expired, or its file was removed.
 * @throws {MissingContentError} if the store lacks the content
 * @throws {InfectedContentError} if malware was found in the file
 */
export type OpenDownload = (ticket: string) => Promise<Download | undefined>;
