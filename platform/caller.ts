import type { IncomingHttpHeaders } from 'node:http';

/** Who sends a request. Established once by the gateway (or the command line); subgraphs authorise by it. */
export type Caller = AnonymousCaller | OperatorCaller | AccountCaller | MirrorClientCaller | ControllerCaller;

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

/** Somebody with an operator token. `tenantId` restricts the roles below the administrator to one tenant; null means all tenants. */
export interface OperatorCaller {
  readonly kind: 'operator';
  /** The name of the token. */
  readonly name: string;
  readonly role: OperatorRole;
  readonly tenantId: string | null;
  /** Tells tokens of the same name apart, such as a revoked one and its successor; absent for the command line. Never the token. */
  readonly credentialId?: string;
}

/** An account of the zone feed, known by one of its API keys. */
export interface AccountCaller {
  readonly kind: 'account';
  readonly accountId: string;
  readonly username: string;
}

/** A tool that reads the mirrored document site. */
export interface MirrorClientCaller {
  readonly kind: 'mirror-client';
  readonly clientId: string;
  /** When its access token expires, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number;
}

/** A controller that proved on its listener who it is, where the settings ask for that. */
export interface ControllerCaller {
  readonly kind: 'controller';
  /** The GUIDs that its certificate is good for, in lower case; null: it has the enrolment secret, which is good for any. */
  readonly guids: readonly string[] | null;
}

export const operatorRoles = ['admin', 'analyst', 'viewer', 'ingest'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Through which interface a request came in; kept in audit trails. */
export type Interface = 'rest' | 'graphql' | 'command-line';

export const anonymous: AnonymousCaller = { kind: 'anonymous' };

/** Names that audit trails give to callers without a name of their own, and to the administrator of the settings. */
const reservedNames: ReadonlySet<string> = new Set([
  'admin',
  'command-line',
  'anonymous',
  'operator',
  'account',
  'mirror-client',
  'controller',
]);

/** Whether a token, an account or a client of the mirror of this name could pass for somebody else in an audit trail. */
export function isReservedName(name: string): boolean {
  // Format characters, such as a zero-width space, are invisible.
  return reservedNames.has(
    name
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .trim()
      .toLowerCase(),
  );
}

/** The operator of the machine itself: the command line acts as this caller. */
export const localAdministrator: OperatorCaller = {
  kind: 'operator',
  name: 'command-line',
  role: 'admin',
  tenantId: null,
};

/** A request of a command: nobody is waiting elsewhere, and it ends with its process. */
export const localRequest = {
  caller: localAdministrator,
  via: 'command-line',
  sourceAddress: '',
  signal: new AbortController().signal,
} as const;

/** The name under which an audit trail keeps a caller. */
export function callerName(caller: Caller): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}

/** What travels with every request from the gateway to the services. */
export interface RequestContext {
  readonly caller: Caller;
  readonly via: Interface;
  /** Where the request came from, as an IPv4 or IPv6 address; of trusted proxies it is the address that they name. */
  readonly sourceAddress: string;
  /** Aborts when the client is gone or the request's time is up. */
  readonly signal: AbortSignal;
  /** When the request began, by `performance.now()`: calls of other processes share its time. Absent where its time has no end. */
  readonly startedAt?: number;
  readonly requestId: string;
}

/** The part of a request that says who sends it. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** The connection; absent where nothing depends on it. */
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/**
 * Recognises one kind of credential in the `Authorization` header. Undefined: it is of another kind.
 * Throws DomainError UNAUTHENTICATED for one of its kind that is bad.
 */
export type Authenticator = (request: Credentials) => Caller | undefined | Promise<Caller | undefined>;
