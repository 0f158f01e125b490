import { DriveItemContentDocument, type DriveItemContentQuery } from '../generated/operations.js';
import { formatBytes, formatEnum } from '../shared/format.js';
import { GraphFailure, runOperation } from '../shared/graph-client.js';
import { relativeUrl } from '../shared/location.js';
import { kindOf, maxExcerptCharacters, maxImageBytes, maxTextBytes } from './preview-content.js';

export type Preview =
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
  /** The text of a document, such as a PDF file. */
  | { readonly kind: 'document'; readonly text: string; readonly isWhole: boolean }
  | { readonly kind: 'none'; readonly reason: string };

type Item = NonNullable<DriveItemContentQuery['driveItem']>;
export type Version = Item['versions'][number];

/** The preview of a file. */
export interface LoadedFile {
  readonly preview: Preview;
  /** Stored versions, the newest first. */
  readonly versions: readonly Version[];
}

interface PreviewRequest {
  readonly siteId: string;
  readonly itemId: string;
  readonly signal: AbortSignal;
}

/**
 * Loads the preview of a file from the newest stored content: 64 KiB of a text, an image of at most 2 MiB, or the text
 * of a document. Also loads the newest 1000 stored versions.
 * @throws GraphFailure, and the signal's reason when aborted
 */
export async function loadFile({ signal, ...item }: PreviewRequest): Promise<LoadedFile> {
  const { driveItem } = await runOperation({ document: DriveItemContentDocument, variables: item, signal });
  return { preview: await previewOf(driveItem, signal), versions: driveItem.versions };
}

async function previewOf({ versions, text }: Item, signal: AbortSignal): Promise<Preview> {
  const [newest] = versions;
  if (newest === undefined) {
    return { kind: 'none', reason: 'No content of the file is stored.' };
  }
  const size = Number(newest.size);
  const start = await readStart({ link: newest.contentLink, size, length: maxTextBytes, signal });
  const isWhole = start.length === size;
  const found = kindOf(start, isWhole);
  if (found === undefined) {
    return previewOfText(text);
  }
  if (found.kind === 'text') {
    return { ...found, isWhole };
  }
  if (size > maxImageBytes) {
    return {
      kind: 'none',
      reason: `The image is too large for a preview: ${formatBytes(size)}; maximum ${formatBytes(maxImageBytes)}.`,
    };
  }
  const bytes = await readStart({ link: newest.contentLink, size, length: maxImageBytes, signal });
  return { kind: 'image', url: await dataUrlOf(bytes, found.type) };
}

function previewOfText(text: Item['text']): Preview {
  switch (text?.state) {
    case 'EXTRACTED': {
      const excerpt = text.excerpt ?? '';
      if (excerpt.trim() === '') {
        return { kind: 'none', reason: 'The document contains no text.' };
      }
      return { kind: 'document', text: excerpt, isWhole: !text.isCut && excerpt.length < maxExcerptCharacters };
    }
    case 'WAITING':
      return { kind: 'none', reason: 'The text of the document has not been extracted yet.' };
    case 'UNREADABLE':
      return {
        kind: 'none',
        reason: `Only text, images and documents have a preview. The text cannot be read: ${formatEnum(text.reason ?? 'UNSUPPORTED').toLowerCase()}.`,
      };
    default:
      return {
        kind: 'none',
        reason:
          'Only text and images have a preview. The text of documents is not extracted: text extraction is turned off, or stored contents are encrypted.',
      };
  }
}

interface ReadRequest {
  readonly link: string;
  readonly size: number;
  readonly length: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the first bytes of a file’s content. The link contains a ticket that authorizes the request, so the session is
 * not sent.
 */
async function readStart({ link, size, length, signal }: ReadRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (size === 0) {
    return new Uint8Array();
  }
  const headers = { range: `bytes=0-${Math.min(size, length) - 1}` };
  const request = { headers, signal, credentials: 'omit', redirect: 'error' } as const;
  const response = await fetch(relativeUrl(link), request).catch((error: unknown) => {
    if (signal.aborted) {
      throw error;
    }
    throw new GraphFailure('unreachable', 'No response from the server');
  });
  if (response.status !== 206) {
    throw new GraphFailure('fault', `The server returned HTTP status ${response.status} for the content; expected 206`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** Converts an image to a `data:` URL: the content security policy allows only such images and those of this server. */
async function dataUrlOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new GraphFailure('fault', 'The image could not be read')));
    reader.readAsDataURL(new Blob([bytes], { type }));
  });
}
