/** Family of file formats, determined by the first bytes of content. */
export type ContentFamily = 'pdf' | 'zip' | 'compound' | 'html' | 'text' | 'other';

/** Number of bytes at the start of content that determine its format family. */
export const headBytes = 4096;

const compoundFile = 'd0cf11e0a1b11ae1';
/**
 * Pattern of the start of an HTML document: "Identifying a resource with an unknown MIME type" (MIME Sniffing Standard,
 * section 7.1).
 */
const htmlStart =
  /^\s*(<!--|<(!doctype html|html|head|body|title|h1|div|table|p|br|a|b|font|style|script|iframe)[\s>])/i;

/**
 * Determines the format family of content from its first bytes, regardless of its name and media type. Content that
 * begins like text may contain other bytes later.
 * @param head the first `headBytes` bytes of the content, or all bytes if it is shorter
 */
export function familyOf(head: Uint8Array): ContentFamily {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const hex = bytes.subarray(0, 8).toString('hex');
  if (hex === compoundFile) return 'compound';
  if (hex.startsWith('504b0304')) return 'zip';
  // Readers accept a PDF file whose header is not at its start (ISO 32000-1, appendix H.3).
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (hex.startsWith('fffe') || hex.startsWith('feff')) return 'text';
  const start = bytes.subarray(hex.startsWith('efbbbf') ? 3 : 0).toString('latin1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters mean that it is not text.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(start) || start.startsWith('{\\rtf')) return 'other';
  const isXhtml = start.startsWith('<?xml') && /<html[\s>]/i.test(start);
  return isXhtml || htmlStart.test(start) ? 'html' : 'text';
}
