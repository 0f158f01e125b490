import { systemErrorCode, systemErrorReason } from '../../platform/system-error.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Section of the settings that contains the address; default: `server`. */
  readonly section?: string;
}

/** The error message for a server that cannot listen on an address; it names the setting to change. */
export function listenFailure(error: unknown, { host, port, section = 'server' }: ListenAddress): string {
  const otherPort = `set [${section}] port (RAMPART_${section.toUpperCase()}_PORT) to another one, 0 for a free one`;
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use: stop the program that uses it, or ${otherPort}`;
    case 'EACCES':
      return `this user is not permitted to listen on port ${port} of ${host}: ${otherPort}`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
      return `this machine does not have the address ${host}: set [${section}] host (RAMPART_${section.toUpperCase()}_HOST) to one of its addresses`;
    default:
      return `cannot listen on port ${port} of ${host} (${systemErrorReason(error)}): ${otherPort}`;
  }
}
