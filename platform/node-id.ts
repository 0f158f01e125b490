import { DomainError } from './domain-error.js';
import { isUuid } from './input-limits.js';
import { parseJson } from './parse-json.js';
import { quoted } from './quoted.js';

const typePattern = /^[A-Z][A-Za-z0-9]*$/;

/**
 * The global id of an entity, which encodes its type and key and is opaque to clients. The global id of an alert is
 * instead its UUID.
 */
export function nodeId(type: string, ...key: readonly string[]): string {
  return Buffer.from(JSON.stringify([type, ...key])).toString('base64url');
}

/** The type in a global id; undefined if the text is not a global id. */
export function typeOfNodeId(id: string): string | undefined {
  return isUuid(id) ? 'Alert' : partsOf(id)[0];
}

/**
 * The key in a global id of this type.
 * @param parts number of parts of the key
 * @throws {DomainError} BAD_USER_INPUT if it is not a global id of this type
 */
export function keyOfNodeId(id: string, { type, parts }: { type: string; parts: number }): readonly string[] {
  const [typeName, ...key] = partsOf(id);
  if (typeName === type && key.length === parts) return key;
  throw new DomainError(
    'BAD_USER_INPUT',
    `${quoted(id)} is not the global id of an object of type ${type}: pass the field id of such an object`,
  );
}

/** The type and the parts of the key in a global id; empty if the text is not a global id in its canonical encoding. */
function partsOf(id: string): readonly string[] {
  const parts = parseJson(Buffer.from(id, 'base64url').toString('utf8'));
  const isId =
    Array.isArray(parts) &&
    parts.every((part) => typeof part === 'string' && !part.includes('\0')) &&
    typePattern.test(parts[0]) &&
    nodeId(parts[0], ...parts.slice(1)) === id;
  return isId ? parts : [];
}
