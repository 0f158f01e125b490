import type { AuditRequest } from './audit/index.js';
import type { OperatorRole } from './caller.js';

/** Metadata of an operator token, without the token itself. */
export interface OperatorToken {
  readonly id: string;
  readonly name: string;
  /** First characters of the token, which identify it to people. */
  readonly prefix: string;
  readonly role: OperatorRole;
  /** The only tenant, or the first of several; null for all. */
  readonly tenantId: string | null;
  /** Null: all tenants. */
  readonly tenants: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewOperatorToken {
  readonly name: string;
  readonly role: OperatorRole;
  /** The only tenant; null: all tenants, or those in `tenants`. An administrator always has all tenants. */
  readonly tenantId: string | null;
  /** Several tenants, instead of `tenantId`; null or absent: only `tenantId` applies. */
  readonly tenants?: readonly string[] | null;
  /** Time at which the token expires; null: never. Default: in 90 days. */
  readonly expiresAt?: Date | null;
}

/** An open session of a browser, without its secret. Times are Unix epoch milliseconds. */
export interface BrowserSession {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Null: all tenants. */
  readonly tenants: readonly string[] | null;
  /** Name of the identity provider in the settings; null if the session was opened with a token. */
  readonly provider: string | null;
  readonly sourceAddress: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** Time at which the session expires unless it is used before. */
  readonly idleExpiresAt: number;
}

/** A person who has signed in with an identity provider, as of the last sign-in. Times are Unix epoch milliseconds. */
export interface SignedInPerson {
  readonly id: string;
  /** Name of the identity provider in the settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: OperatorRole;
  /** Null: all tenants. */
  readonly tenants: readonly string[] | null;
  readonly firstSignInAt: number;
  readonly lastSignInAt: number;
  readonly openSessions: number;
}

type TokenStatus = 'active' | 'expired' | 'revoked';

/**
 * Criteria that a row must meet; null does not filter. `search` is a substring in lower case, of a token's name, prefix
 * or tenants, of a session's name, provider or source address, or of a person's name, email address, subject or
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
  /** The last row of the previous page; null: the first page. */
  readonly after: { readonly value: number; readonly id: string } | null;
  readonly limit: number;
}

/** A list that is read in pages. Both methods throw STORE_UNAVAILABLE. */
export interface AccessList<Row, Criteria = AccessCriteria> {
  page(request: PageRequest<Criteria>): Promise<Row[]>;
  count(criteria: Criteria): Promise<number>;
}

/** Tokens, newest first. */
interface TokenAdministration extends AccessList<OperatorToken, TokenCriteria> {
  /**
   * @throws {DomainError} BAD_USER_INPUT for an invalid name, tenant or time; CONFLICT for the name of an unrevoked
   * token
   */
  create(request: NewOperatorToken, by: AuditRequest): Promise<OperatorToken & { token: string }>;
  /** @throws {DomainError} NOT_FOUND */
  revoke(id: string, by: AuditRequest): Promise<OperatorToken>;
  /** @throws {DomainError} NOT_FOUND */
  setExpiration(change: { id: string; expiresAt: Date | null }, by: AuditRequest): Promise<OperatorToken>;
}

/** Open sessions, most recently used first. */
interface SessionAdministration extends AccessList<BrowserSession> {
  /**
   * Ends a session; with `ofCaller`, all sessions of its caller. Returns the sessions that ended.
   * @throws {DomainError} NOT_FOUND
   */
  revokeById(session: { id: string; ofCaller: boolean }, by: AuditRequest): Promise<BrowserSession[]>;
}

/** People, sorted by their last sign-in, newest first. */
interface PeopleAdministration extends AccessList<SignedInPerson> {
  /**
   * Ends all sessions of a person and returns them.
   * @throws {DomainError} NOT_FOUND if the person has no session
   */
  revokeSessions(person: { id: string }, by: AuditRequest): Promise<BrowserSession[]>;
}

/** Administration of the access of operators. The gateway provides it, and the graph exposes it. */
export interface AccessAdministration {
  readonly tokens: TokenAdministration;
  readonly sessions: SessionAdministration;
  readonly people: PeopleAdministration;
}
