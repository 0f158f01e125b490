import { Field, ID, InterfaceType } from 'type-graphql';
import { DomainError } from '../domain-error.js';
import { isUuid } from '../input-limits.js';

/** Of every entity: Relay's global object identification. */
@InterfaceType('Node', {
  description: 'An object with an id that is unique in the whole graph. `node` returns it by that id.',
})
export abstract class Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id!: string;
}

const typePattern = /^[A-Z][A-Za-z0-9]*$/;

/** The global id of an entity: its type and its key, opaque to clients. The global id of an alert is its UUID, as it is. */
export function nodeId(type: string, ...key: readonly string[]): string {
  return Buffer.from(JSON.stringify([type, ...key])).toString('base64url');
}

/** The type that a global id names; undefined when it is not one. */
export function typeOfNodeId(id: string): string | undefined {
  return isUuid(id) ? 'Alert' : partsOf(id)[0];
}

/**
 * The key in a global id of this type.
 * @param parts number of parts that the key has
 * @throws {DomainError} BAD_USER_INPUT when it is not the global id of such an entity
 */
export function keyOfNodeId(id: string, { type, parts }: { type: string; parts: number }): readonly string[] {
  const [named, ...key] = partsOf(id);
  if (named === type && key.length === parts) return key;
  throw new DomainError('BAD_USER_INPUT', `The id is not the global id of an object of type ${type}.`);
}

/** Type and key; empty if the text is not a global id, which is written in one way only. */
function partsOf(id: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
    const isId =
      Array.isArray(parts) &&
      parts.every((part) => typeof part === 'string' && !part.includes('\0')) &&
      typePattern.test(parts[0]) &&
      nodeId(parts[0], ...parts.slice(1)) === id;
    return isId ? parts : [];
  } catch {
    return [];
  }
}
