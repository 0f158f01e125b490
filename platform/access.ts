import type { AuditRequest } from './audit/index.js';
import type { OperatorRole } from './caller.js';

/** Metadata of an operator token, without the token itself. */
export interface OperatorToken {
  readonly id: string;
  readonly name: string;
  /** The first characters of the token, for display. */
  readonly prefix: string;
  readonly role: OperatorRole;
  /** The only tenant of the token, or the first of several; null: all tenants. */
  readonly tenantId: string | null;
  /** The tenants of the token; null: all tenants. */
  readonly tenants: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewOperatorToken {
  readonly name: string;
  readonly role: OperatorRole;
  /**
   * The only tenant of the token; null: all tenants, or those in `tenants`. An administrator always has all tenants.
   */
  readonly tenantId: string | null;
  /** Tenants of the token if it has several, instead of `tenantId`; null or absent: only `tenantId` applies. */
  readonly tenants?: readonly string[] | null;
  /** Expiration time of the token; null: never. Default: in 90 days. */
  readonly expiresAt?: Date | null;
}

/** An open browser session, without its secret. Times are Unix epoch milliseconds. */
export interface BrowserSession {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** The tenants that the session may access; null: all tenants. */
  readonly tenants: readonly string[] | null;
  /** Name of the identity provider in the settings; null if the session was opened with a token. */
  readonly provider: string | null;
  readonly sourceAddress: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** Time at which the session expires unless it is used before then. */
  readonly idleExpiresAt: number;
}

/**
 * A person who signed in with an identity provider. The fields contain the values of the last sign-in. Times are Unix
 * epoch milliseconds.
 */
export interface SignedInPerson {
  readonly id: string;
  /** Name of the identity provider in the settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: OperatorRole;
  /** The tenants of the person; null: all tenants. */
  readonly tenants: readonly string[] | null;
  readonly firstSignInAt: number;
  readonly lastSignInAt: number;
  readonly openSessions: number;
}

type TokenStatus = 'active' | 'expired' | 'revoked';

/**
 * Filter of an access list; null fields do not filter. `search` is a substring in lower case: of a token's name, prefix
 * or tenants; of a session's name, provider or source address; or of a person's name, email address, subject or
 * provider.
 */
export interface AccessCriteria {
  readonly search: string | null;
  readonly role: OperatorRole | null;
}

export interface TokenCriteria extends AccessCriteria {
  readonly status: TokenStatus | null;
}

export interface PageRequest<Criteria> {
  readonly criteria: Criteria;
  /** Cursor: the sort value and id of the last row of the previous page; null: the first page. */
  readonly after: { readonly value: number; readonly id: string } | null;
  readonly limit: number;
}

/** A paginated list. Both methods throw STORE_UNAVAILABLE if the database is unavailable. */
export interface PaginatedList<Row, Criteria = AccessCriteria> {
  page(request: PageRequest<Criteria>): Promise<Row[]>;
  count(criteria: Criteria): Promise<number>;
}

/** Manages operator tokens. Lists are sorted by creation time, newest first. */
interface TokenAdministration extends PaginatedList<OperatorToken, TokenCriteria> {
  /**
   * @throws {DomainError} BAD_USER_INPUT for an invalid name, tenant or time; CONFLICT if an unrevoked token has the
   * same name
   */
  create(request: NewOperatorToken, by: AuditRequest): Promise<OperatorToken & { token: string }>;
  /** @throws {DomainError} NOT_FOUND if no unrevoked token has this id or name */
  revoke(id: string, by: AuditRequest): Promise<OperatorToken>;
  /** @throws {DomainError} NOT_FOUND if no unrevoked token has this id or name */
  setExpiration(change: { id: string; expiresAt: Date | null }, by: AuditRequest): Promise<OperatorToken>;
}

/** Manages open browser sessions. Lists are sorted by last use, most recent first. */
interface SessionAdministration extends PaginatedList<BrowserSession> {
  /**
   * Ends a session or, if `ofCaller` is true, all sessions of the same caller. Returns the sessions that ended.
   * @throws {DomainError} NOT_FOUND if the session is not open
   */
  revokeById(session: { id: string; ofCaller: boolean }, by: AuditRequest): Promise<BrowserSession[]>;
}

/** Manages people who have signed in. Lists are sorted by last sign-in, most recent first. */
interface PeopleAdministration extends PaginatedList<SignedInPerson> {
  /**
   * Ends all sessions of a person and returns the sessions that ended.
   * @throws {DomainError} NOT_FOUND if the person has no session
   */
  revokeSessions(person: { id: string }, by: AuditRequest): Promise<BrowserSession[]>;
}

/**
 * Manages the access of operators: tokens, browser sessions and signed-in people. The gateway implements it, and the
 * graph exposes it.
 */
export interface AccessAdministration {
  readonly tokens: TokenAdministration;
  readonly sessions: SessionAdministration;
  readonly people: PeopleAdministration;
}
