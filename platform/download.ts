import type { Readable } from 'node:stream';

/** A content that is ready to be sent. */
export interface Download {
  readonly name: string;
  readonly mimeType: string | null;
  readonly size: number;
  /** Strong, with its quotation marks. */
  readonly entityTag: string;
  /** Unix epoch seconds. */
  readonly modifiedAt: number | null;
  /** The operator's token on whose behalf the ticket was made: without it the ticket is void. Absent where the domain has checked its client. */
  readonly credentialId?: string;
  /** The bytes from `start` up to and with `end`, in a stream. */
  read(range?: { start: number; end: number }): Readable;
}

/** Metadata of a content, known before its bytes are read. */
export type DownloadFacts = Omit<Download, 'read'>;

/** Finds what a ticket stands for; undefined for one that is forged, has run out, or whose content is gone. */
export type OpenDownload = (ticket: string) => Promise<Download | undefined>;
