import { DomainError } from '../../../../platform/domain-error.js';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

/**
 * The id in a cursor of one.
 * @throws {DomainError} BAD_USER_INPUT when it is none
 */
export function uuidOfCursor([id = '']: readonly string[]): string {
  if (!isUuid(id)) throw new DomainError('BAD_USER_INPUT', 'The cursor names nothing of this list');
  return id;
}
