import { messageOf } from '../message-of.js';

/** Describes why a connection or transfer failed, without the addresses and paths in the error. */
export function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its hostname cannot be resolved';
    case 'ECONNREFUSED':
      return 'the connection was refused';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'the connection was closed';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'there is no route to it';
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return 'it did not respond in time';
    default:
      // The message of a failed system call contains its address or path.
      if (error instanceof Error && 'syscall' in error) return code;
      return messageOf(error);
  }
}
