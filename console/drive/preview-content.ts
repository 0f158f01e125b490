/** Maximum number of bytes of a text file that are shown. */
export const maxTextBytes = 64 * 1024;
/** Maximum size of an image in bytes. Larger images are not loaded. */
export const maxImageBytes = 2 * 1024 * 1024;

/** Maximum number of characters of the text of a document that are shown. */
export const maxExcerptCharacters = 64_000;

/** Type of a file, determined from its first bytes. Its name and media type are not trusted. */
export type Kind = { readonly kind: 'image'; readonly type: string } | { readonly kind: 'text'; readonly text: string };

/**
 * The type of a file that can be shown without running code: an image by its signature, or text in UTF-8. SVG and HTML
 * are treated as text.
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

/** Decodes UTF-8. Undefined if it is invalid, or has control characters that text does not contain. */
function textOf(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    // In stream mode, an incomplete character at the end is not an error.
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
