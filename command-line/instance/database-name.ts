import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Configuration } from '../../platform/configuration/index.js';

/** Identity and display name of a database. */
export interface NamedDatabase {
  /** Normalized address, without a user, password, or parameters. */
  readonly identity: string;
  /** Display name, without secrets. */
  readonly name: string;
  readonly isEmbedded: boolean;
}

const uriPattern =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::[^@/?#]*)?@)?(?<hosts>[^/?#]*)(?:\/(?<database>[^?#]*))?(?:\?(?<query>.*))?$/i;
const standardPort = '5432';

/** The database of these settings: embedded in the data directory, or at the URL. */
export function databaseOf({ server, database }: Pick<Configuration, 'server' | 'database'>): NamedDatabase {
  return database.url === '' ? embeddedDatabase(server.dataDir) : databaseAt(database.url);
}

export function embeddedDatabase(dataDir: string): NamedDatabase {
  const directory = realPath(dataDir);
  return {
    identity: `embedded:${directory}`,
    name: `the embedded database in ${directory}`,
    isEmbedded: true,
  };
}

/** A path with symbolic links resolved; unchanged if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Names the database of a connection URI (PostgreSQL manual, 32.1.1.2), possibly with several hosts or a socket
 * directory.
 */
function databaseAt(url: string): NamedDatabase {
  const { user = '', hosts = '', database, query = '' } = uriPattern.exec(url)?.groups ?? {};
  const parameters = new URLSearchParams(query);
  const socket = parameters.get('host');
  const port = parameters.get('port') || /:(\d+)$/.exec(hosts)?.[1] || standardPort;
  const [portInName, portInQuery] = port === standardPort ? ['', ''] : [`:${port}`, `&port=${port}`];
  const locations = socket === null ? hosts.toLowerCase().split(',').map(withPort).join(',') : `${socket}${portInName}`;
  const name = database || user;
  const shownUser = user === '' ? '' : `${user}@`;
  const address = socket === null ? `${hosts}/${name}` : `/${name}?host=${socket}${portInQuery}`;
  return { identity: `url:${locations}/${name}`, name: `postgres://${shownUser}${address}`, isEmbedded: false };
}

function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host || 'localhost'}:${standardPort}`;
}
