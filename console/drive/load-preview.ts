import { DriveItemContentDocument } from '../generated/operations.js';
import { GraphFailure, runOperation } from '../shared/graph-client.js';
import { kindOf, maxImageBytes, maxTextBytes } from './preview-content.js';

export type Preview =
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
  | { readonly kind: 'none'; readonly reason: string };

interface PreviewRequest {
  readonly siteId: string;
  readonly itemId: string;
  readonly signal: AbortSignal;
}

/**
 * Loads what a preview of the newest stored content of a file shows: 64 KiB of a text, or an image of at most 2 MiB.
 * @throws GraphFailure, and the signal's reason when aborted
 */
export async function loadPreview({ signal, ...item }: PreviewRequest): Promise<Preview> {
  const { driveItem } = await runOperation({ document: DriveItemContentDocument, variables: item, signal });
  const [newest] = driveItem.versions;
  if (newest === undefined) {
    return { kind: 'none', reason: 'The content is not stored yet.' };
  }
  const size = Number(newest.size);
  const start = await readStart({ link: newest.contentLink, size, length: maxTextBytes, signal });
  const isWhole = start.length === size;
  const found = kindOf(start, isWhole);
  if (found === undefined) {
    return { kind: 'none', reason: 'Only text and images have a preview.' };
  }
  if (found.kind === 'text') {
    return { ...found, isWhole };
  }
  if (size > maxImageBytes) {
    return { kind: 'none', reason: 'The image is too large for a preview.' };
  }
  const bytes = await readStart({ link: newest.contentLink, size, length: maxImageBytes, signal });
  return { kind: 'image', url: await dataUrlOf(bytes, found.type) };
}

interface ReadRequest {
  readonly link: string;
  readonly size: number;
  readonly length: number;
  readonly signal: AbortSignal;
}

/** The first bytes of a content. The link has its own ticket, so the session is not sent. */
async function readStart({ link, size, length, signal }: ReadRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (size === 0) {
    return new Uint8Array();
  }
  const headers = { range: `bytes=0-${Math.min(size, length) - 1}` };
  // Relative: the console can be below a path.
  const request = { headers, signal, credentials: 'omit', redirect: 'error' } as const;
  const response = await fetch(link.replace(/^\/+/, ''), request).catch((error: unknown) => {
    if (signal.aborted) {
      throw error;
    }
    throw new GraphFailure('unreachable', 'No response from the server');
  });
  if (response.status !== 206) {
    throw new GraphFailure('fault', `The response for the content has the HTTP status ${response.status}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** The content security policy allows images of this server and of `data:` only. */
async function dataUrlOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new GraphFailure('fault', 'The image could not be read')));
    reader.readAsDataURL(new Blob([bytes], { type }));
  });
}
