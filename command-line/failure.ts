import { describeSystemError, systemErrorReason } from '../platform/system-error.js';
import { withoutControls } from './output.js';

/** A command that failed. Its message is printed on standard error. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** Whether the command has already reported the error on standard error. */
  readonly alreadyReported: boolean;

  constructor(message: string, options: ErrorOptions & { alreadyReported?: boolean } = {}) {
    super(message, options);
    this.alreadyReported = options.alreadyReported ?? false;
  }
}

/**
 * The message of an error on one line, without control characters; error codes of the operating system are replaced by
 * descriptions.
 */
export function errorLine(error: unknown): string {
  const message = describeSystemError(error) ?? (error instanceof Error ? error.message || error.name : String(error));
  return withoutControls(message.trim().replace(/\s*\n\s*/g, ' '));
}

/**
 * Runs work that uses a file.
 * @throws {CommandFailure} that names the file, if the work fails
 */
export function usingFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new CommandFailure(`${file} cannot be used: ${systemErrorReason(error)}`);
  }
}
