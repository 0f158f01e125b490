import type {
  AccessAdministration,
  AccessCriteria,
  BrowserSession,
  OperatorToken,
  PaginatedList,
  SignedInPerson,
  TokenCriteria,
} from '../../platform/access.js';
import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import { type ConnectionRecord, connectionOf, pageSize } from '../../platform/connection.js';
import { decodeUuidCursor, encodeCursor } from '../../platform/cursor.js';
import { DomainError, invalidArgument } from '../../platform/domain-error.js';
import type { OperatorRole } from '../../platform/graph/index.js';
import { assertStorableText, isUuid, maxCharacters } from '../../platform/input-limits.js';
import { authorize, type Permission } from '../../platform/permissions/index.js';
import { quoted } from '../../platform/quoted.js';
import type { Person, Session } from './types.js';
import type {
  CreateOperatorTokenInput,
  RevokeSessionInput,
  SetOperatorTokenExpirationInput,
} from './types-mutations.js';
import type { OperatorTokenStatus } from './vocabulary.js';

/** An operator token with the field names of the GraphQL schema. */
export interface TokenRecord extends OperatorToken {
  readonly status: OperatorTokenStatus;
}

/** A page of a connection, and the filter criteria from which `totalCount` is computed. */
export type AccessConnection<Node, Criteria = AccessCriteria> = ConnectionRecord<Node> & {
  readonly criteria: Criteria;
};

/** A filter of a list. Null and absent fields match every value. */
interface FilterInput {
  search?: string | null;
  role?: OperatorRole | null;
}

interface ListInput<Filter = FilterInput> {
  filter?: Filter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/**
 * The operations of administrators on tokens, sessions and people. For other callers, each operation throws
 * UNAUTHENTICATED or FORBIDDEN.
 */
export class AccessService {
  readonly #platform: { readonly clock: Clock; readonly access?: AccessAdministration };

  constructor(platform: { readonly clock: Clock; readonly access?: AccessAdministration }) {
    this.#platform = platform;
  }

  /**
   * A page of operator tokens, newest first.
   * @throws {DomainError} BAD_USER_INPUT for an invalid page size, cursor or filter
   */
  async listTokens(request: RequestContext, input: ListInput<FilterInput & { status?: OperatorTokenStatus | null }>) {
    const { tokens } = requireAccess(this.#platform, request, 'tokens.manage');
    const criteria = { ...criteriaOf(input.filter), status: input.filter?.status ?? null };
    const positionValue = ({ createdAt }: OperatorToken) => createdAt.getTime();
    return await pageOf({
      list: tokens,
      order: 'token_created',
      criteria,
      input,
      positionValue,
      record: (token) => this.#tokenRecord(token),
    });
  }

  async countTokens(request: RequestContext, criteria: TokenCriteria): Promise<number> {
    return await requireAccess(this.#platform, request, 'tokens.manage').tokens.count(criteria);
  }

  /**
   * A page of open sessions, most recently used first.
   * @throws {DomainError} BAD_USER_INPUT for an invalid page size, cursor or filter
   */
  async listSessions(request: RequestContext, input: ListInput): Promise<AccessConnection<Session>> {
    const { sessions } = requireAccess(this.#platform, request, 'sessions.manage');
    const criteria = criteriaOf(input.filter);
    const positionValue = ({ lastUsedAt }: BrowserSession) => lastUsedAt;
    return await pageOf({
      list: sessions,
      order: 'session_used',
      criteria,
      input,
      positionValue,
      record: sessionRecord,
    });
  }

  async countSessions(request: RequestContext, criteria: AccessCriteria): Promise<number> {
    return await requireAccess(this.#platform, request, 'sessions.manage').sessions.count(criteria);
  }

  /**
   * A page of the people who have signed in, most recent sign-in first.
   * @throws {DomainError} BAD_USER_INPUT for an invalid page size, cursor or filter
   */
  async listPeople(request: RequestContext, input: ListInput): Promise<AccessConnection<Person>> {
    const { people } = requireAccess(this.#platform, request, 'people.read');
    const criteria = criteriaOf(input.filter);
    const positionValue = ({ lastSignInAt }: SignedInPerson) => lastSignInAt;
    return await pageOf({
      list: people,
      order: 'person_signed_in',
      criteria,
      input,
      positionValue,
      record: personRecord,
    });
  }

  async countPeople(request: RequestContext, criteria: AccessCriteria): Promise<number> {
    return await requireAccess(this.#platform, request, 'people.read').people.count(criteria);
  }

  /**
   * Creates an operator token. Only this call returns its secret.
   * @throws {DomainError} BAD_USER_INPUT for invalid properties; CONFLICT if an unrevoked token already has the name
   */
  async createToken(
    request: RequestContext,
    input: CreateOperatorTokenInput,
  ): Promise<{ token: TokenRecord; secret: string }> {
    const { tokens } = requireAccess(this.#platform, request, 'tokens.manage');
    assertStorableText('name', input.name, maxCharacters.name);
    assertStorableText('tenantId', input.tenantId, maxCharacters.tenantId);
    for (const tenant of input.tenants ?? []) assertStorableText('tenants', tenant, maxCharacters.tenantId);
    const { name, role, tenantId = null, tenants: several = null } = input;
    const created = { name, role, tenantId, tenants: several, ...expirationOf(input) };
    const { token: secret, ...token } = await tokens.create(created, request);
    return { token: this.#tokenRecord(token), secret };
  }

  /**
   * Revokes an operator token and its sessions.
   * @throws {DomainError} NOT_FOUND for an unknown or already revoked token
   */
  async revokeToken(request: RequestContext, { id }: { id: string }): Promise<TokenRecord> {
    const { tokens } = requireAccess(this.#platform, request, 'tokens.manage');
    return this.#tokenRecord(await tokens.revoke(requireUuid('token', id), request));
  }

  /**
   * Changes the expiration time of an operator token.
   * @throws {DomainError} BAD_USER_INPUT if no expiration is requested; NOT_FOUND for an unknown or revoked token
   */
  async setTokenExpiration(
    request: RequestContext,
    { id, ...input }: SetOperatorTokenExpirationInput,
  ): Promise<TokenRecord> {
    const { tokens } = requireAccess(this.#platform, request, 'tokens.manage');
    const { expiresAt } = expirationOf(input);
    if (expiresAt === undefined) {
      throw invalidArgument('expiresAt', 'The expiration is missing: send expiresAt, or neverExpires: true');
    }
    return this.#tokenRecord(await tokens.setExpiration({ id: requireUuid('token', id), expiresAt }, request));
  }

  /**
   * Ends a session or, with `ofCaller`, all sessions of the session's person or token.
   * @returns the ended sessions
   * @throws {DomainError} NOT_FOUND for an unknown session
   */
  async revokeSession(request: RequestContext, { id, ofCaller }: RevokeSessionInput): Promise<Session[]> {
    const { sessions } = requireAccess(this.#platform, request, 'sessions.manage');
    const session = { id: requireUuid('session', id), ofCaller: ofCaller ?? false };
    return (await sessions.revokeById(session, request)).map(sessionRecord);
  }

  /**
   * Ends all sessions of a person.
   * @returns the ended sessions
   * @throws {DomainError} NOT_FOUND for an unknown person
   */
  async revokeSessionsOfPerson(request: RequestContext, { id }: { id: string }): Promise<Session[]> {
    const { people } = requireAccess(this.#platform, request, 'sessions.manage');
    return (await people.revokeSessions({ id: requireUuid('person', id) }, request)).map(sessionRecord);
  }

  #tokenRecord(token: OperatorToken): TokenRecord {
    return { ...token, status: statusOf(token, this.#platform.clock.now()) };
  }
}

function requireAccess(
  { access }: { access?: AccessAdministration },
  { caller }: RequestContext,
  permission: Permission,
): AccessAdministration {
  authorize(caller, permission);
  if (access === undefined)
    throw new Error('this process runs no gateway, which is required to manage the access of operators');
  return access;
}

async function pageOf<Row extends { id: string }, Node, Criteria extends AccessCriteria>(query: {
  list: PaginatedList<Row, Criteria>;
  order: string;
  criteria: Criteria;
  input: Pick<ListInput, 'first' | 'after'>;
  positionValue(row: Row): number;
  record(row: Row): Node;
}): Promise<AccessConnection<Node, Criteria>> {
  const { list, order, criteria, input, positionValue, record } = query;
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, order);
  const rows = await list.page({ criteria, after, limit: size + 1 });
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order, value: positionValue(row), ids: [row.id] }),
    node: record(row),
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), criteria };
}

function criteriaOf(filter: FilterInput | null | undefined): AccessCriteria {
  const { search, role } = filter ?? {};
  assertStorableText('search', search, maxCharacters.search);
  return { search: search?.toLowerCase() ?? null, role: role ?? null };
}

/**
 * Reads the requested expiration time: null if the token never expires, absent if the input requests neither.
 * @throws {DomainError} BAD_USER_INPUT for a time together with `neverExpires`
 */
function expirationOf({ expiresAt, neverExpires }: Pick<CreateOperatorTokenInput, 'expiresAt' | 'neverExpires'>) {
  const hasTime = expiresAt !== null && expiresAt !== undefined;
  if (neverExpires && hasTime) {
    throw invalidArgument('neverExpires', 'expiresAt and neverExpires are mutually exclusive: send one of them');
  }
  if (neverExpires) return { expiresAt: null };
  return hasTime ? { expiresAt } : {};
}

function requireUuid(kind: string, id: string): string {
  if (isUuid(id)) return id;
  throw new DomainError('NOT_FOUND', `No ${kind} has the id ${quoted(id)}`);
}

function statusOf({ revokedAt, expiresAt }: OperatorToken, now: number): OperatorTokenStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : 'active';
}

function sessionRecord({ createdAt, lastUsedAt, idleExpiresAt, ...session }: BrowserSession): Session {
  return {
    ...session,
    createdAt: new Date(createdAt),
    lastUsedAt: new Date(lastUsedAt),
    expiresAt: new Date(idleExpiresAt),
  };
}

function personRecord({ firstSignInAt, lastSignInAt, ...person }: SignedInPerson): Person {
  return { ...person, firstSignInAt: new Date(firstSignInAt), lastSignInAt: new Date(lastSignInAt) };
}
