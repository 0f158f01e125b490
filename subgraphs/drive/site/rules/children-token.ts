import { invalidArgument } from '../../../../platform/domain-error.js';
import { isStorableText } from '../../../../platform/input-limits.js';
import { tokenParts, writeToken } from './token-parts.js';

const maxLength = 4096;

/** The position of the last item of a page of folder children. */
export interface ChildrenPosition {
  readonly name: string;
  readonly id: string;
}

/** Encodes the token for the page after an item. */
export function writeChildrenToken({ name, id }: ChildrenPosition): string {
  return writeToken([name, id]);
}

/**
 * Decodes a token to its position.
 * @throws {DomainError} BAD_USER_INPUT for an invalid token
 */
export function readChildrenToken(token: string): ChildrenPosition {
  const [name, id] = tokenParts(token, maxLength);
  if (typeof name !== 'string' || typeof id !== 'string' || !isStorableText(name) || !isStorableText(id)) {
    throw invalidArgument('$skiptoken', '$skiptoken is invalid; use the @odata.nextLink of a page unchanged');
  }
  return { name, id };
}
