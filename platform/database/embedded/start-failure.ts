import { systemErrorCode, systemErrorReason } from '../../system-error.js';
import { cannotSwitchUser } from './server-user.js';

/** The exit of a PostgreSQL program. */
export interface ProgramExit {
  /** Path of the program that exited. */
  readonly program: string;
  /** The error if the program could not be executed. */
  readonly error?: Error | undefined;
  /** Standard error or log of the program. */
  readonly output: string;
}

/** Matches messages of temporary failures, caused by other servers that start or stop at the same time. */
const temporaryReasonPattern =
  /lock file ".*" already exists|pre-existing shared memory block|is being used|shutting down/;

/** Whether the program may succeed if it is run again. */
export function isTemporary(exit: ProgramExit): boolean {
  return exit.error === undefined && temporaryReasonPattern.test(lastMessage(exit.output));
}

/** Describes in one sentence why the program failed, and the remedy. */
export function describeStartFailure(exit: ProgramExit): string {
  return exit.error === undefined ? findReason(exit.output) : describeRejectedRun(exit.program, exit.error);
}

function describeRejectedRun(program: string, error: Error): string {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
      return `${program} is missing; run npm ci again`;
    case 'EACCES':
      return `${program} cannot be executed: its file system is mounted with noexec, or a parent directory is not accessible; set [server] data_dir to another directory`;
    case 'EPERM':
    case 'EINVAL':
      return cannotSwitchUser;
    default:
      return `${program} cannot be executed: ${systemErrorReason(error)}`;
  }
}

function findReason(output: string): string {
  // Reports the first failure instead of failures that follow from it.
  if (/No space left on device/.test(output)) return 'no space left on its disk; free some space';
  const message = lastMessage(output);
  if (/could not look up effective user ID/.test(message)) {
    return `${message}; PostgreSQL requires an entry in /etc/passwd for the user that runs it: add one, start as a user that has one, or set [database] url`;
  }
  if (/files are incompatible with server/.test(message)) {
    return `${message}; start the version of Rampart that created the database`;
  }
  if (/file descriptors/.test(message)) return `${message}; raise the limit of open files (ulimit -n)`;
  if (/shared libraries/.test(message)) return `${message}; install the library, or run npm ci again`;
  return message;
}

/** Returns the last fatal message of the output with its details, on one line. */
function lastMessage(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const indexes = [/\b(FATAL|PANIC):\s/, /\berror:\s/, /./].map((pattern) =>
    lines.findLastIndex((line) => pattern.test(line)),
  );
  const start = indexes.find((index) => index >= 0);
  if (start === undefined) return 'it exited without a message';
  const detailCount = lines.slice(start + 1).findIndex((line) => !/\b(DETAIL|HINT|detail|hint):\s/.test(line));
  const end = detailCount < 0 ? lines.length : start + 1 + detailCount;
  return lines.slice(start, end).map(removePrefix).join('; ');
}

/** Removes the time, process and level from a line of PostgreSQL's log. */
function removePrefix(line: string): string {
  return line.replace(/^.*?\b(FATAL|PANIC|DETAIL|HINT|error|detail|hint):\s+/, '').replace(/\.$/, '');
}
