import type { AuditRequest } from './audit/index.js';
import type { OperatorRole } from './caller.js';

/** A token in lists, without the token itself. */
export interface OperatorToken {
  readonly id: string;
  readonly name: string;
  /** The token's first characters. */
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
  /** Several tenants, instead of `tenantId`. */
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
  /** The identity provider in the settings; null for sessions of tokens. */
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
  /** The provider in the settings. */
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
 * Null does not filter. `search` is in lower case, and a part of: the name, prefix or a tenant of a token; the name,
 * provider or source address of a session; the name, email address, subject or provider of a person.
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

/** A list in pages. Both methods throw STORE_UNAVAILABLE. */
export interface AccessList<Row, Criteria = AccessCriteria> {
  page(request: PageRequest<Criteria>): Promise<Row[]>;
  count(criteria: Criteria): Promise<number>;
}

/** Tokens, newest first. */
interface TokenAdministration extends AccessList<OperatorToken, TokenCriteria> {
  /** @throws {DomainError} BAD_USER_INPUT, CONFLICT */
  create(request: NewOperatorToken, by: AuditRequest): Promise<OperatorToken & { token: string }>;
  /** @throws {DomainError} NOT_FOUND */
  revoke(id: string, by: AuditRequest): Promise<OperatorToken>;
  /** @throws {DomainError} NOT_FOUND */
  setExpiration(change: { id: string; expiresAt: Date | null }, by: AuditRequest): Promise<OperatorToken>;
}

/** Open sessions, most recently used first. */
interface SessionAdministration extends AccessList<BrowserSession> {
  /**
   * Ends a session; with `ofCaller`, all sessions of its caller.
   * @throws {DomainError} NOT_FOUND
   */
  revokeById(session: { id: string; ofCaller: boolean }, by: AuditRequest): Promise<BrowserSession[]>;
}

/** People, sorted by their last sign-in, newest first. */
interface PeopleAdministration extends AccessList<SignedInPerson> {
  /**
   * Ends all sessions of a person.
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
