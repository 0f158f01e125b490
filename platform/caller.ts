import type { IncomingHttpHeaders } from 'node:http';

/** The caller of a request. The gateway or the command line identifies it once; subgraphs authorize requests by it. */
export type Caller = AnonymousCaller | OperatorCaller | AccountCaller | MirrorClientCaller | ControllerCaller;

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

/**
 * A person or program with an operator token, a session, or an access token of an identity provider. `tenantId` and
 * `tenants` restrict all roles except `admin`; read them with {@link tenantsOf}.
 */
export interface OperatorCaller {
  readonly kind: 'operator';
  /** Name of the token or person; for an access token, the names of its client and provider. */
  readonly name: string;
  readonly role: OperatorRole;
  /** The caller's only tenant, or the first of several; null: all tenants. */
  readonly tenantId: string | null;
  /**
   * All tenants of a caller who has several; absent for other callers. Processes of an earlier release ignore this
   * field and permit only `tenantId`.
   */
  readonly tenants?: readonly string[];
  /**
   * Distinguishes tokens with the same name, such as a revoked token and its successor; absent for the command line.
   * Never the token itself.
   */
  readonly credentialId?: string;
  /** Time at which the credential expires, in Unix epoch milliseconds; absent: never. */
  readonly expiresAt?: number;
}

/** An account of the zone feed, identified by one of the account's API keys. */
interface AccountCaller {
  readonly kind: 'account';
  readonly accountId: string;
  readonly username: string;
}

/** A program that reads the mirrored document site. */
interface MirrorClientCaller {
  readonly kind: 'mirror-client';
  readonly clientId: string;
  /** Time at which the client's access token expires, in Unix epoch milliseconds; absent: never. */
  readonly expiresAt?: number;
}

/**
 * A controller that has authenticated to the licenses listener. If the settings do not require authentication,
 * controllers are anonymous.
 */
export interface ControllerCaller {
  readonly kind: 'controller';
  /**
   * The GUIDs that the controller's certificate authorizes, in lower case; null if the controller has the enrolment
   * secret, which authorizes any GUID.
   */
  readonly guids: readonly string[] | null;
}

export const operatorRoles = ['admin', 'analyst', 'viewer', 'ingest'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The interface through which a request arrived; stored in audit trails. */
export type Interface = 'rest' | 'graphql' | 'command-line';

export const anonymous: AnonymousCaller = { kind: 'anonymous' };

/** Names that audit trails use for callers without a name, and for the configured administrator. */
const reservedNames: ReadonlySet<string> = new Set([
  'admin',
  'command-line',
  'anonymous',
  'operator',
  'account',
  'mirror-client',
  'controller',
]);

/** Whether a token, account or mirror client with this name could impersonate another caller in an audit trail. */
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

/** The caller of commands: the operator of this machine, an administrator. */
export const localAdministrator: OperatorCaller = {
  kind: 'operator',
  name: 'command-line',
  role: 'admin',
  tenantId: null,
};

/** The request context of a command, whose process is the client. */
export const localRequest = {
  caller: localAdministrator,
  via: 'command-line',
  sourceAddress: '',
  signal: new AbortController().signal,
} as const;

/** The tenants whose data a caller may read or change; null: all. */
export function tenantsOf({
  role,
  tenantId,
  tenants,
}: Pick<OperatorCaller, 'role' | 'tenantId' | 'tenants'>): readonly string[] | null {
  if (role === 'admin' || tenantId === null) return null;
  return tenants ?? [tenantId];
}

/** The name of a caller in audit trails. */
export function callerName(caller: Caller): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}

/** The context of a request, which the gateway passes to the services. */
export interface RequestContext {
  readonly caller: Caller;
  readonly via: Interface;
  /** IPv4 or IPv6 address of the client. Behind a trusted proxy, the address that the proxy forwards. */
  readonly sourceAddress: string;
  /** Aborts when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
  /**
   * Start time of the request by `performance.now()`. The request and its calls to other processes share one deadline,
   * which is computed from it. Absent if there is no deadline.
   */
  readonly startedAt?: number;
  readonly requestId: string;
}

/** The part of a request that identifies its caller. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** The connection of the request; absent if the caller is identified by headers only. */
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** Recognizes one kind of credential in the `Authorization` header. */
export interface Authenticator {
  /**
   * Authenticates a request. Returns undefined if its credential is of another kind.
   * @param bearer the bearer token of the request; undefined for another authentication scheme
   * @throws {DomainError} UNAUTHENTICATED if the credential is of this kind and invalid
   */
  (request: Credentials, bearer: string | undefined): Caller | undefined | Promise<Caller | undefined>;
  /**
   * Prefix that only bearer tokens of this kind have: tokens with this prefix are passed to this authenticator only.
   * Absent if tokens of this kind have no prefix.
   */
  readonly tokenPrefix?: string;
}
