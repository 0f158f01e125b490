import { DomainError } from '../../../platform/domain-error.js';
import { assertMaxCharacters } from '../../../platform/input-limits.js';
import { isUuid } from '../rules/alert-id.js';
import { isStorableText } from '../rules/inference.js';
import type { AlertDependencies } from './dependencies.js';

export const largestPage = 1000;
export const defaultPage = 50;

/**
 * Checks a number that an operation gives.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertBetween(options: { name: string; value: number; least: number; most: number }): void {
  const { name, value, least, most } = options;
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new DomainError('BAD_USER_INPUT', `${name} must be between ${least} and ${most}`, { argument: name });
}

/**
 * Checks text that is to be stored; null and undefined pass.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertText(name: string, value: string | null | undefined, maximum: number): void {
  assertMaxCharacters(name, value, maximum);
  if (value === null || value === undefined || isStorableText(value)) return;
  throw new DomainError('BAD_USER_INPUT', `${name} contains characters that cannot be stored`, { argument: name });
}

/** How an unknown alert is reported, with its id as it was given: specification, section 7. */
export function alertNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Alert ${id} not found`);
}

/** An answer that needs no statement still must not hide that the store is gone. */
export async function assertAttached(dependencies: AlertDependencies): Promise<void> {
  await dependencies.store.run((sql) => sql`select 1`);
}

/**
 * Refuses an id that no alert can have, as an unknown one; a store that is gone is said first.
 * @throws {DomainError} NOT_FOUND
 */
export async function assertPossibleId(dependencies: AlertDependencies, id: string): Promise<void> {
  if (isUuid(id)) return;
  await assertAttached(dependencies);
  throw alertNotFound(id);
}
