import { UnreadableReason } from '../vocabulary.js';
import { UnreadableError } from './extraction.js';

const byteOrderMarks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/**
 * Decodes text with the first encoding that applies: that of the byte order mark, the declared one, UTF-8, or
 * windows-1252, as browsers do.
 * @param options.isCut whether `bytes` is only the start of the text; an incomplete last character is then dropped
 * @throws {UnreadableError} if the result contains control characters that do not occur in text
 */
export function decodeText(
  bytes: Uint8Array,
  { declared, isCut = false }: { declared?: string | undefined; isCut?: boolean } = {},
): string {
  const found = byteOrderMarks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const text =
    found === undefined
      ? decoded(bytes, { declared, isCut })
      : new TextDecoder(found.encoding).decode(bytes, { stream: isCut });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters mean that it is not text.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text))
    throw new UnreadableError(UnreadableReason.UNSUPPORTED, 'the format of the document is not supported');
  return text;
}

function decoded(bytes: Uint8Array, { declared, isCut }: { declared: string | undefined; isCut: boolean }): string {
  for (const encoding of [declared, 'utf-8']) {
    try {
      if (encoding !== undefined) return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    } catch {
      // The encoding is unknown, or is not that of the text.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Labels of UTF-16 (Encoding Standard, section 4.2). */
const utf16Labels = /^(utf-?16(le|be)?|unicode(fffe|feff)?|ucs-2|csunicode|iso-10646-ucs-2)$/i;

/**
 * The encoding that an HTML document declares in its first 1024 bytes (HTML Standard, section 13.2.3.2); undefined if
 * it declares none, or UTF-16, in which the declaration could not have been read.
 */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const encoding = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1];
  return encoding !== undefined && utf16Labels.test(encoding) ? undefined : encoding;
}
