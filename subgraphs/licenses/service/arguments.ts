import { DomainError } from '../../../platform/domain-error.js';

/**
 * Checks a number that an operation gives.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertBetween(options: { name: string; value: number; least: number; most: number }): void {
  const { name, value, least, most } = options;
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new DomainError('BAD_USER_INPUT', `${name} must be between ${least} and ${most}`, { argument: name });
}
