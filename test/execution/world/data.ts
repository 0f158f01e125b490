import { DomainError, type DomainErrorCode } from '../../../platform/domain-error.js';

/** Whether the number in an id is a multiple. */
export function byNumber(id: string, divisor: number): boolean {
  return Number(id.replace(/\D/g, '')) % divisor === 0;
}

/** The value, one turn of the event loop's queue later. */
export async function later<T>(value: () => T | Promise<T>): Promise<T> {
  await Promise.resolve();
  return await value();
}

export function refuse(code: DomainErrorCode, message: string): DomainError {
  return new DomainError(code, message, { hint: message.length });
}
