import { scryptSync } from 'node:crypto';
import {
  type Authenticator,
  anonymous,
  type Caller,
  type Credentials,
  type OperatorCaller,
} from '../../platform/caller.js';
import type { NamedToken } from '../../platform/configuration/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { isPermitted } from '../../platform/permission.js';
import { KnownSecrets } from './known-secrets.js';
import type { OperatorTokens } from './operator-tokens.js';

/** Establishes who sends a request, for every interface alike. */
export interface Callers {
  /**
   * The caller; anonymous without credentials. Answers without a promise where nothing has to be asked.
   * @param options.keepsFailure the failure is a documented answer, also of a source that fails too often
   * @throws {DomainError} UNAUTHENTICATED for credentials that nobody recognises; RATE_LIMITED `{ retryAfterSeconds }` for such
   *   credentials of a source that fails too often; STORE_UNAVAILABLE
   */
  authenticate(request: Credentials, options?: { readonly keepsFailure?: boolean }): Caller | Promise<Caller>;
  /**
   * Whether the operator's token with this id is still valid, by what the database says now.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  isInForce(credentialId: string): boolean | Promise<boolean>;
}

export interface CallersOptions {
  readonly operatorTokens: Pick<OperatorTokens, 'find'> & Pick<Callers, 'isInForce'>;
  /** Absent: there is no administrator but by an operator token. */
  readonly adminTokens?: readonly NamedToken[];
  /** Further kinds of credentials, asked in this order after operator tokens. */
  readonly authenticators?: readonly Authenticator[];
}

const maxAuthorization = 4096;

export function createCallers(options: CallersOptions): Callers {
  const administrators = new Administrators(options.adminTokens ?? []);
  const authenticators = [operatorAuthenticator(options, administrators), ...(options.authenticators ?? [])];
  return {
    authenticate(request) {
      if (request.headers.authorization === undefined) return anonymous;
      return recognise(request, authenticators);
    },
    isInForce: (id) => administrators.has(id) || options.operatorTokens.isInForce(id),
  };
}

function recognise(request: Credentials, authenticators: readonly Authenticator[]): Caller | Promise<Caller> {
  if ((request.headers.authorization?.length ?? 0) > maxAuthorization) throw unrecognised();
  for (const [index, authenticator] of authenticators.entries()) {
    const recognised = authenticator(request);
    if (recognised instanceof Promise) {
      return recognised.then((caller) => caller ?? recognise(request, authenticators.slice(index + 1)));
    }
    if (recognised !== undefined) return recognised;
  }
  throw unrecognised();
}

/** `Authorization: Bearer <token>`; and Basic with the token as the password, which is how a browser can send one. */
function operatorAuthenticator({ operatorTokens }: CallersOptions, administrators: Administrators): Authenticator {
  return function authenticateOperator(request) {
    const token = presentedToken(request.headers.authorization);
    if (token === undefined) return undefined;
    return administrators.find(token) ?? operatorTokens.find(token);
  };
}

function presentedToken(authorization: string | undefined): string | undefined {
  const match = /^(bearer|basic) +(\S+) *$/i.exec(authorization ?? '');
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  if (match[1].toLowerCase() === 'bearer') return match[2];
  const decoded = Buffer.from(match[2], 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : decoded.slice(colon + 1);
}

function unrecognised(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The credentials are not valid: the token is unknown, expired or revoked');
}

/** The administrators of the settings, recognized by their tokens. */
class Administrators {
  readonly #callers: KnownSecrets<OperatorCaller>;
  readonly #ids: ReadonlySet<string | undefined>;

  constructor(tokens: readonly NamedToken[]) {
    // Nobody is an administrator by an empty text.
    const known = tokens
      .filter(({ token }) => token !== '')
      .map((named) => [named.token, administrator(named)] as const);
    this.#callers = new KnownSecrets(known);
    this.#ids = new Set(known.map(([, { credentialId }]) => credentialId));
  }

  /** Whose token this is; compared in a time that reveals nothing about the tokens. */
  find(presented: string): OperatorCaller | undefined {
    return this.#callers.find(presented);
  }

  /** Whether the settings still have the token with this id. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }
}

function administrator({ name, token }: NamedToken): OperatorCaller {
  return { kind: 'operator', name, role: 'admin', tenantId: null, credentialId: credentialId(name, token) };
}

/** Changes with the token. It stands in addresses of downloads, so nobody must find the token from it by trying short ones fast. */
function credentialId(name: string, token: string): string {
  return `settings:${name}:${scryptSync(token, `rampart credential ${name}`, 12, { N: 4096 }).toString('base64url')}`;
}

/** Whether the caller may see the schema and the metrics of a protected server: an operator that may read anything. */
export function isReader(caller: Caller): boolean {
  return isPermitted(caller, 'read');
}

export function isAdministrator(caller: Caller): boolean {
  return isPermitted(caller, 'administer');
}
