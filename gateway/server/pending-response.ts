import type { Duplex } from 'node:stream';

/**
 * The response that an HTTP server is creating for a connection, or sending; undefined if there is none. The type
 * definitions of Node.js lack the property that is read.
 */
export function pendingResponseOf(socket: Duplex): { readonly headersSent?: boolean } | undefined {
  return (socket as Duplex & { _httpMessage?: { headersSent?: boolean } | null })._httpMessage ?? undefined;
}
