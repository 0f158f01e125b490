import { postgresHosts } from '../configuration/index.js';
import { removeBrackets } from '../network/hostname.js';

/** A server of a PostgreSQL URL, which can have several hosts. */
export interface Server {
  /** Hostname or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** The URL with only this host. */
  readonly url: string;
}

export const defaultPort = 5432;

/**
 * The servers of a PostgreSQL URL (PostgreSQL manual, 32.1.1.3); none if it names no host, but a socket directory or a
 * host from the environment.
 */
export function serversOf(url: string): Server[] {
  const hosts = postgresHosts(url);
  if (hosts.length < 2 && !namesHost(url)) return [];
  return hosts.map((host) => {
    const { hostname, port } = new URL(`tcp://${host.address}`);
    return { host: removeBrackets(hostname), port: port === '' ? defaultPort : Number(port), url: host.url };
  });
}

/** The name of the database in a PostgreSQL URL; postgres.js would not decode it. Undefined if the URL has none. */
export function databaseNameOf(url: string): string | undefined {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || undefined;
}

function namesHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  return hostname !== '' && !searchParams.has('host');
}
