import type { Worker } from 'node:cluster';

/** A message of `node:cluster` that hands a connection to a worker, or acknowledges it. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

interface Closable {
  close?(): void;
}

/**
 * Closes the connections that a worker had not acknowledged when it ended. `node:cluster` hands connections to a killed
 * worker until it detects that the worker has ended. It then keeps these connections open, so their clients would wait
 * forever.
 */
export function closeUnacknowledgedOnExit(worker: Worker): void {
  const { process: child } = worker;
  const handedConnections = new Map<number, Closable>();
  const send = child.send.bind(child) as (message: ClusterMessage, handle?: Closable, ...rest: unknown[]) => boolean;
  child.send = ((message: ClusterMessage, handle?: Closable, ...rest: unknown[]): boolean => {
    if (handle && message.act === 'newconn' && message.seq !== undefined) handedConnections.set(message.seq, handle);
    return send(message, handle, ...rest);
  }) as typeof child.send; // This function accepts the parameters of all overloads.
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) handedConnections.delete(ack);
  });
  worker.once('exit', () => {
    for (const handle of handedConnections.values()) handle.close?.();
    handedConnections.clear();
  });
}
