/** Bytes of a text that are shown. */
export const maxTextBytes = 64 * 1024;
/** Bytes of an image that is shown; a larger one is not loaded. */
export const maxImageBytes = 2 * 1024 * 1024;

/** Characters of the text of a document that are requested. */
export const maxExcerptCharacters = 64_000;

/** What the first bytes of a file say of its content; the name and the media type are not relied on. */
export type Kind = { readonly kind: 'image'; readonly type: string } | { readonly kind: 'text'; readonly text: string };

/**
 * The kind of a file that can be shown without running anything: an image by its signature, or text in UTF-8. SVG and
 * HTML are text.
 * @param bytes the first bytes of the file, at least 12 unless it is shorter
 */
export function kindOf(bytes: Uint8Array, isWhole: boolean): Kind | undefined {
  const type = imageTypeOf(bytes);
  if (type !== undefined) {
    return { kind: 'image', type };
  }
  const text = textOf(bytes, isWhole);
  return text === undefined ? undefined : { kind: 'text', text };
}

const signatures = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
];

function imageTypeOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') {
    return 'image/webp';
  }
  return signatures.find((signature) => start.startsWith(signature.bytes))?.type;
}

/** Undefined if it is not UTF-8, or has control characters that text does not have. */
function textOf(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    // A character that the end cuts off waits for more bytes, which do not come.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return isText(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function isText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters mean that it is not text.
  return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
}
