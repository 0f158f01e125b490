import type { Duplex } from 'node:stream';

/**
 * The response on which a connection of an HTTP server works: it is being created or sent. Undefined if the connection
 * is idle. The type definitions of Node.js lack the property that is read.
 */
export function pendingResponseOf(socket: Duplex): { readonly headersSent?: boolean } | undefined {
  return (socket as Duplex & { _httpMessage?: { headersSent?: boolean } | null })._httpMessage ?? undefined;
}
