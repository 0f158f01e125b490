import type { OwnListener } from '../dialect.js';
import type { OpenApiObject } from '../streams/describe-export.js';

/** Hosts that represent all addresses of the machine in a listening address; clients cannot connect to them. */
const wildcards = new Set(['0.0.0.0', '[::]']);

/**
 * The Server Object (OpenAPI 3.1, section 4.8.5) of a service with its own listener.
 * @param url URL of the running listener; undefined: the default settings are described
 */
export function serverOf({ description, defaultPort }: OwnListener, url: string | undefined): OpenApiObject {
  if (url === undefined) {
    const variables = { host: { default: '127.0.0.1' }, port: { default: String(defaultPort) } };
    return { url: 'https://{host}:{port}', description, variables };
  }
  const { protocol, hostname, port } = new URL(url);
  if (!wildcards.has(hostname)) return { url, description };
  const host = { default: 'localhost', description: 'Hostname or IP address of the server.' };
  return { url: `${protocol}//{host}${port === '' ? '' : `:${port}`}`, description, variables: { host } };
}
