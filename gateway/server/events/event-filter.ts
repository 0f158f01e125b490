import type { Caller } from '../../../platform/caller.js';
import { DomainError, invalidArgument } from '../../../platform/domain-error.js';
import type { EventScope, EventType, LoggedEvent } from '../../../platform/events/index.js';

/** The event types and the tenant that a client requests. */
export interface RequestedEvents {
  /** Requested types; undefined: all types that the caller may receive. */
  readonly types: readonly string[] | undefined;
  /** Restricts events that belong to a tenant to those of this tenant; undefined: no restriction. */
  readonly tenantId: string | undefined;
}

/** The events that one stream receives. */
export interface EventFilter {
  readonly types: readonly string[];
  /** The only tenant of the events; null for all tenants, or for several. */
  readonly tenantId: string | null;
  /** Tenants whose events are received; null: all tenants. */
  readonly tenants: readonly string[] | null;
  mayReceive(event: Pick<LoggedEvent, 'type' | 'tenantId'>): boolean;
}

/**
 * Returns the requested events that the caller may receive; each domain authorizes its own events.
 * @throws {DomainError} UNAUTHENTICATED or FORBIDDEN if the caller may not receive a requested type, any type, or
 * events of the requested tenant; BAD_USER_INPUT for an unknown type
 */
export function eventFilterOf(
  requested: RequestedEvents,
  { caller, eventTypes }: { caller: Caller; eventTypes: readonly EventType[] },
): EventFilter {
  const scopes =
    requested.types === undefined
      ? allowedScopes(eventTypes, caller)
      : requestedScopes(requested.types, { caller, eventTypes });
  const { tenantId } = requested;
  for (const scope of scopes.values()) {
    if (tenantId !== undefined && !has(scope, tenantId)) {
      throw new DomainError('FORBIDDEN', `The credentials have no access to the events of the tenant ${tenantId}`);
    }
  }
  const restricted = [...scopes.values()].find((scope) => scope.tenants !== null)?.tenants ?? null;
  const tenants = tenantId === undefined ? restricted : [tenantId];
  return {
    types: [...scopes.keys()],
    tenantId: tenants?.length === 1 ? (tenants[0] ?? null) : null,
    tenants,
    mayReceive(event) {
      const scope = scopes.get(event.type);
      if (scope === undefined || !has(scope, event.tenantId)) return false;
      return tenantId === undefined || event.tenantId === null || event.tenantId === tenantId;
    },
  };
}

/** Whether the scope includes the events of a tenant or, for null, the events without a tenant. */
function has({ tenants }: EventScope, tenantId: string | null): boolean {
  return tenants === null || (tenantId !== null && tenants.includes(tenantId));
}

function requestedScopes(
  names: readonly string[],
  { caller, eventTypes }: { caller: Caller; eventTypes: readonly EventType[] },
): Map<string, EventScope> {
  const scopes = new Map<string, EventScope>();
  for (const name of names) {
    const type = eventTypes.find((candidate) => candidate.name === name);
    if (type === undefined) {
      const expected = eventTypes.map((candidate) => candidate.name).join(', ');
      throw invalidArgument('types', `unknown event type ${name}: expected ${expected}`);
    }
    scopes.set(name, type.admit(caller));
  }
  return scopes;
}

/**
 * The scope in which the caller may receive each event type.
 * @throws {DomainError} if the caller may receive none
 */
function allowedScopes(eventTypes: readonly EventType[], caller: Caller): Map<string, EventScope> {
  const scopes = new Map<string, EventScope>();
  let rejection: unknown = new DomainError('FORBIDDEN', 'The credentials have no access to any event type');
  for (const type of [...eventTypes].reverse()) {
    try {
      scopes.set(type.name, type.admit(caller));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      rejection = error;
    }
  }
  if (scopes.size === 0) throw rejection;
  return new Map([...scopes].reverse());
}
