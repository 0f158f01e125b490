import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { GatewayServices } from '../../gateway/index.js';
import { type Caller, tenantsOf } from '../../platform/caller.js';
import { DomainError, isAccessError } from '../../platform/domain-error.js';
import { recheckRegularly } from '../../platform/recheck-regularly.js';
import type { StreamRequest } from '../../platform/record-streams.js';

export interface WatchedStream {
  readonly services: Pick<GatewayServices, 'authenticator' | 'stopping'>;
  readonly request: FastifyRequest;
  readonly stream: StreamRequest;
  authorize(stream: StreamRequest): void;
  /**
   * Called with UNAUTHENTICATED or FORBIDDEN when the caller is rejected, and with SERVICE_UNAVAILABLE when the server
   * shuts down.
   */
  onEnd(reason: DomainError): void;
}

/**
 * Watches a stream and ends it when its caller is rejected or has other access than at the start, or the server shuts
 * down. Returns a function that stops watching.
 */
export function watchStream({ services, request, stream, authorize, onEnd }: WatchedStream): () => void {
  const { authenticator, stopping } = services;
  async function recheck(): Promise<void> {
    try {
      const caller = await authenticator.authenticate(request, { isRecheck: true });
      authorize({ ...stream, caller });
      // The stream continues with the data of the tenants that were permitted when it began.
      if (!isDeepStrictEqual(accessIn(caller), accessIn(stream.caller))) {
        throw new DomainError('FORBIDDEN', 'Your access has changed. Send the request again.');
      }
    } catch (error) {
      // While the database is not available, the stream continues or fails by itself.
      if (isAccessError(error)) onEnd(error);
    }
  }
  const onStop = (): void =>
    onEnd(new DomainError('SERVICE_UNAVAILABLE', 'The server is shutting down. Send the request again.'));
  const stopRechecks = recheckRegularly(recheck);
  stopping.addEventListener('abort', onStop);
  if (stopping.aborted) onStop();
  return () => {
    stopRechecks();
    stopping.removeEventListener('abort', onStop);
  };
}

/** The parts of a caller that decide which data a stream contains: its role, and its tenants in any order. */
function accessIn(caller: Caller): unknown {
  return caller.kind === 'operator' ? [caller.role, tenantsOf(caller)?.toSorted()] : caller.kind;
}
