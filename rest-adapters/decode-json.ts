import { isObject } from '../platform/is-object.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf16 = {
  littleEndian: new TextDecoder('utf-16le', { fatal: true }),
  bigEndian: new TextDecoder('utf-16be', { fatal: true }),
};

/**
 * Decodes a JSON body like Python's `json` module, regardless of the content type: UTF-8 or UTF-16, which scripts on
 * Windows send, with or without a byte order mark.
 * @throws {TypeError} if it is neither
 */
export function decodeJson(body: Uint8Array | undefined): string {
  if (body === undefined) return '';
  return decoderOf(body).decode(body);
}

/** The members of a JSON body, regardless of the content type; undefined if the body is not a JSON object. */
export function readMembers(body: Uint8Array | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(decodeJson(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Selects the decoder for a JSON text. JSON starts with ASCII characters, which have a zero byte in UTF-16 (RFC 4627,
 * section 3).
 */
function decoderOf([first, second]: Uint8Array): typeof utf8 {
  if ((first === 0xff && second === 0xfe) || second === 0) return utf16.littleEndian;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined)) return utf16.bigEndian;
  return utf8;
}
