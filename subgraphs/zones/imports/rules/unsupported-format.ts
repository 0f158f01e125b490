/** The first bytes of binary formats that are mistaken for zone files, in hexadecimal, and what to do with the file. */
const binaryFormats: readonly (readonly [prefix: string, description: string])[] = [
  ['1f8b', 'the file is compressed twice with gzip; decompress it once'],
  ['425a68', 'the file is compressed with bzip2; decompress it, or compress it with gzip'],
  ['fd377a585a00', 'the file is compressed with xz; decompress it, or compress it with gzip'],
  ['28b52ffd', 'the file is compressed with Zstandard; decompress it, or compress it with gzip'],
  ['504b0304', 'the file is a ZIP archive; extract the zone file'],
  ['fffe', 'the file is encoded in UTF-16; convert it to UTF-8'],
  ['feff', 'the file is encoded in UTF-16; convert it to UTF-8'],
];

/** Responses of servers that report an error without an error status. */
const textFormats: readonly (readonly [pattern: RegExp, description: string])[] = [
  [/^\s*<(!doctype|html|\?xml)/i, 'the file is an HTML or XML document, not a zone file'],
  [/^\s*[{[]\s*["{}\]]/, 'the file is a JSON document, not a zone file'],
];

/**
 * The problem of a file that is not a zone file, and what to do with it, by its first bytes; undefined if the format is
 * not one of the known ones. Only for files that cannot be parsed, because a zone file can begin with the same
 * characters.
 */
export function unsupportedFormatMessage(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.subarray(0, 64));
  const [hexadecimal, text] = [bytes.toString('hex'), bytes.toString('latin1')];
  const [, description] =
    binaryFormats.find(([prefix]) => hexadecimal.startsWith(prefix)) ??
    textFormats.find(([pattern]) => pattern.test(text)) ??
    [];
  return description;
}
