import { errorLine } from '../failure.js';

/** Reasons for failed connections, by error codes of node, postgres.js, nodemailer and PostgreSQL. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed by the peer',
  CONNECTION_CLOSED: 'the connection was closed by the peer',
  ETIMEDOUT: 'no response',
  CONNECT_TIMEOUT: 'no response',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the hostname is unknown',
  EAI_AGAIN: 'the hostname cannot currently be resolved',
  EDNS: 'the hostname cannot be resolved',
  ENOENT: 'the file or socket does not exist',
  EACCES: 'access is denied',
  '28P01': 'the password is wrong',
  '28000': 'the user is not permitted to connect',
  '3D000': 'the database does not exist',
  '53300': 'all connections are in use',
  '57P03': 'the server is starting or stopping',
};

export function reasonOf(error: unknown): string {
  const code = codesOf(error).find((candidate) => reasons[candidate] !== undefined);
  return code === undefined ? errorLine(error) : `${reasons[code]} (${code})`;
}

/**
 * Returns the codes of an error and of its causes. nodemailer stores the code of a connection error as `originalCode`.
 */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, originalCode }: Error & { code?: unknown; originalCode?: unknown } = error;
  return [code, originalCode].filter((value) => typeof value === 'string').concat(codesOf(error.cause));
}
