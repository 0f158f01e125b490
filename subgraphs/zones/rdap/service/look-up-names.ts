import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import {
  type DueName,
  endBulkLookup,
  selectNextName,
  selectServersOfBulkLookups,
  storeResult,
  suspendBulkLookup,
  takeTurn,
} from '../repository/bulk-lookups.js';
import { BulkLookupState, RdapResultStatus } from '../vocabulary.js';
import type { LookupSource } from './due-lookups.js';
import { lookUp, type RdapDependencies, serverOf } from './lookup.js';
import { callerOf } from './owners.js';
import type { SharedResponse } from './shared-responses.js';

/** Pauses in milliseconds before the retries of a domain. A failure after the last retry is permanent. */
const retryPausesMs = [60_000, 300_000];

/** Codes of errors that mean that the lookup quota of the owner is used up. */
const quotaCodes: readonly DomainErrorCode[] = ['RATE_LIMITED', 'QUOTA_EXCEEDED'];
/** Codes of errors that mean that the owner has lost access. */
const accessCodes: readonly DomainErrorCode[] = ['FORBIDDEN', 'UNAUTHENTICATED'];

/** The source of background lookups for the names of bulk lookups. */
export function bulkLookups(dependencies: RdapDependencies): LookupSource {
  const { database, clock } = dependencies;
  return {
    async servers() {
      const found = await database.guard((sql) => selectServersOfBulkLookups(sql, { now: clock.now() }));
      return found.map(({ server }) => server);
    },
    async runNext(server) {
      const name = await database.guard((sql) => selectNextName(sql, { server, now: clock.now() }));
      if (name !== undefined) await lookUpName(dependencies, name);
      return name !== undefined;
    },
  };
}

async function lookUpName(dependencies: RdapDependencies, name: DueName): Promise<void> {
  try {
    const server = await serverOf(dependencies, name.domain);
    // The bootstrap registry now names another server, which the name waits for.
    if (server !== name.server) return await store(dependencies, name, { server });
    const { row } = await lookUp(dependencies, { caller: callerOf(name) }, name.domain);
    await store(dependencies, name, resultOf(row));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await handleFailure(dependencies, name, error);
  }
}

/** The values to store for a name; absent ones are null or unchanged. */
type Result = Partial<Parameters<typeof storeResult>[1]>;

function resultOf({ source, body, referred, fetchedAt }: SharedResponse['row']): Result {
  const status = body === null ? RdapResultStatus.NOT_FOUND : RdapResultStatus.FOUND;
  return { status, source, body, referred, fetchedAt: Math.trunc(fetchedAt) };
}

async function handleFailure(dependencies: RdapDependencies, name: DueName, error: DomainError): Promise<void> {
  const { database, clock, rdap } = dependencies;
  const { code, message } = error;
  const reason = String(error.details?.reason ?? code.toLowerCase());
  const waitMs = Number(error.details?.retryAfterSeconds ?? 0) * 1000;
  if (quotaCodes.includes(code)) {
    const suspension = { id: name.lookupId, resumeAt: clock.now() + waitMs, error: message };
    await database.guard((sql) => suspendBulkLookup(sql, suspension));
  } else if (accessCodes.includes(code)) {
    await end(dependencies, name, { state: BulkLookupState.CANCELLED, error: message });
  } else if ((await rdap.servers.pausedUntil(name.server)) !== undefined) {
    // The server failed, not the lookup of this name: the name waits until the server is queried again.
    await store(dependencies, name, { reason, message });
  } else {
    const pause = code === 'BAD_USER_INPUT' ? undefined : retryPausesMs[name.attempts];
    const failure = { attempts: name.attempts + 1, reason, message };
    const isFinal = pause === undefined;
    const retryAt = isFinal ? 0 : clock.now() + Math.max(pause, waitMs);
    await store(dependencies, name, { ...failure, ...(isFinal ? { status: RdapResultStatus.FAILED } : { retryAt }) });
  }
}

/** Stores a result, and ends the bulk lookup with the last one, in one transaction. */
async function store(dependencies: RdapDependencies, name: DueName, result: Result): Promise<void> {
  const { lookupId, position, attempts, server } = name;
  await dependencies.database.transaction(async (sql) => {
    // Locks the bulk lookup, so concurrent transactions store its last results one after the other.
    const now = dependencies.clock.now();
    await takeTurn(sql, { id: lookupId, now });
    await storeResult(sql, {
      ...{ lookupId, position, attempts, server, status: RdapResultStatus.WAITING, retryAt: 0 },
      ...{ reason: null, message: null, source: null, body: null, referred: null, fetchedAt: null, ...result },
    });
    if (await endBulkLookup(sql, { id: lookupId, state: BulkLookupState.DONE, finishedAt: now, error: null })) {
      await recordEnd(sql, name, { state: BulkLookupState.DONE });
    }
  });
}

async function end(
  { database, clock }: RdapDependencies,
  name: DueName,
  outcome: { state: BulkLookupState; error: string },
): Promise<void> {
  await database.transaction(async (sql) => {
    if (await endBulkLookup(sql, { id: name.lookupId, finishedAt: clock.now(), ...outcome }))
      await recordEnd(sql, name, outcome);
  });
}

type Sql = Parameters<typeof recordAudit>[0];

async function recordEnd(sql: Sql, { lookupId, tenantId, createdBy }: DueName, outcome: object): Promise<void> {
  await recordAudit(sql, systemRequest, {
    ...{ action: 'finish.bulk-lookup', object: `bulk-lookup:${lookupId}`, tenantId },
    after: { startedBy: createdBy, ...outcome },
  });
}
