import { describeSystemError } from '../platform/system-error.js';

/** A command that could not do what was asked; its message is the one line on standard error. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** True if the command has already reported the error on standard error. */
  readonly alreadyReported: boolean;

  constructor(message: string, options: { alreadyReported?: boolean } = {}) {
    super(message);
    this.alreadyReported = options.alreadyReported ?? false;
  }
}

/** The message of an error on one line; of an error of the operating system in words. */
export function errorLine(error: unknown): string {
  const message = describeSystemError(error) ?? (error instanceof Error ? error.message || error.name : String(error));
  return message.trim().replace(/\s*\n\s*/g, ' ');
}
