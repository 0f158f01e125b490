import { DomainError, type DomainErrorCode } from '../../../platform/domain-error.js';

/** Whether the number in an id is a multiple of the divisor. */
export function byNumber(id: string, divisor: number): boolean {
  return Number(id.replace(/\D/g, '')) % divisor === 0;
}

/** The value, resolved in a later turn of the event loop. */
export async function resolveLater<T>(value: () => T | Promise<T>): Promise<T> {
  await Promise.resolve();
  return await value();
}

export function reject(code: DomainErrorCode, message: string): DomainError {
  return new DomainError(code, message, { hint: message.length });
}
