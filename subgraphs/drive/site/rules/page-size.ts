import { invalidArgument } from '../../../../platform/domain-error.js';

const defaultPage = 200;
const maxPage = 1000;

/**
 * Maximum number of items on a page for `$top`: 200 by default, and at most 1000.
 * @throws {DomainError} BAD_USER_INPUT if it is less than 1
 */
export function pageSize(top: number | null | undefined): number {
  const size = top ?? defaultPage;
  if (size < 1) throw invalidArgument('$top', '$top must be an integer of 1 or more');
  return Math.min(size, maxPage);
}
