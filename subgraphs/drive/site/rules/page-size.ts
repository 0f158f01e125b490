import { invalidArgument } from '../../../../platform/domain-error.js';

const defaultPage = 200;
const maxPage = 1000;

/**
 * The page size for a value of `$top`: 200 if it is null, limited to 1000.
 * @throws {DomainError} BAD_USER_INPUT if `$top` is less than 1
 */
export function pageSize(top: number | null | undefined): number {
  const size = top ?? defaultPage;
  if (size < 1) throw invalidArgument('$top', '$top must be an integer of 1 or more');
  return Math.min(size, maxPage);
}
