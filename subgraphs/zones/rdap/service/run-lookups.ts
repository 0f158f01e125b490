import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import { runDueLookups } from './due-lookups.js';
import { bulkLookups } from './look-up-names.js';
import { watchLookups } from './look-up-watches.js';
import type { RdapDependencies } from './lookup.js';

/** Performs all lookups of watches and bulk lookups that are due, until none is left or the signal aborts. */
export async function runLookups(dependencies: RdapDependencies, signal: AbortSignal): Promise<void> {
  await runDueLookups(dependencies, [bulkLookups(dependencies), watchLookups(dependencies)], { signal });
}

/**
 * Like {@link runLookups}, for commands, which work without a server.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function lookUpNow(dependencies: RdapDependencies, request: ZoneRequest): Promise<void> {
  authorize(request.caller, 'rdap.manage');
  await runLookups(dependencies, request.signal);
}
