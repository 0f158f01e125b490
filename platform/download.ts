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
   * The id of the operator token that the ticket was issued for; the ticket is invalid without that token. Absent if
   * the domain has authenticated the client itself.
   */
  readonly credentialId?: string;
  /** Streams the bytes from `start` to `end`, inclusive; default: all. */
  read(range?: { start: number; end: number }): Readable;
}

/** Metadata of the content, available before its bytes are read. */
export type DownloadMetadata = Omit<Download, 'read'>;

/** The file exists, but the store does not have its content, or has it with other bytes. */
export class MissingContent extends Error {
  override readonly name = 'MissingContent';
}

/**
 * Opens the content that a ticket refers to; undefined if the ticket is forged or expired, or its file was removed.
 * @throws {MissingContent} if the store lacks the content
 */
export type OpenDownload = (ticket: string) => Promise<Download | undefined>;
