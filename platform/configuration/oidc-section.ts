import { type OperatorRole, operatorRoles } from '../caller.js';
import { choice, type Details, integer, listFormat, type Setting, splitList, text } from './setting.js';
import { isLoopback } from './zone-sources.js';

/** Maps a claim to a role: everyone whose token has this value in this claim gets the role. */
export interface RoleRule {
  readonly claim: string;
  readonly value: string;
  readonly role: OperatorRole;
  /** The only tenant of people with the role; null: all tenants. */
  readonly tenantId: string | null;
}

/** Settings of one OpenID Connect provider, in `[oidc]` or `[oidc NAME]`. */
export const oidcSection = {
  issuer: issuerUrl({
    default: '',
    description:
      'Issuer identifier of an OpenID Connect provider, exactly as in its tokens (iss); empty: no provider. Sections [oidc NAME] add other providers.',
  }),
  title: text({
    default: '',
    description: 'Name of the provider on the sign-in page; empty: the name of the section.',
  }),
  clientId: text({
    default: '',
    description:
      'Client ID of this server at the provider, for people who sign in to the console; empty: people cannot sign in with this provider. Redirect URI: public_url/session/oidc/NAME/callback (NAME of the section [oidc NAME]; oidc for [oidc]).',
  }),
  clientSecret: text({
    default: '',
    secret: true,
    description: 'Client secret; empty: a public client, with PKCE only.',
  }),
  scopes: words({
    default: ['openid', 'profile', 'email'],
    description: 'Scopes that are requested when a person signs in, separated by commas.',
  }),
  recheckMinutes: integer(
    { minimum: 0, maximum: 1440 },
    {
      default: 15,
      description:
        'Minutes between requests to the provider to confirm that a signed-in person still has access, if it issued a refresh token; 0: never, so the access determined at sign-in applies until the session ends.',
    },
  ),
  contact: text({
    default: '',
    description:
      'Contact for people who have no role when they sign in, such as an email address or a URL; empty: they are referred to an administrator of Rampart.',
  }),
  audience: words({
    default: [],
    description:
      'Accepted audiences (aud) of access tokens that machines send as bearer tokens, separated by commas; empty: no access tokens of this provider are accepted.',
  }),
  accessTokenType: choice(['at+jwt', 'jwt'], {
    default: 'at+jwt',
    description:
      'Accepted values of the header typ of access tokens. at+jwt: only at+jwt, as RFC 9068 requires; jwt: also JWT or an absent typ, for providers such as Entra ID and Keycloak.',
  }),
  roles: roleRules({
    default: [],
    description:
      'Rules that map claims to roles, separated by commas: CLAIM=VALUE -> ROLE or CLAIM=VALUE -> ROLE@TENANT, such as groups=soc-acme -> analyst@acme, scope=rampart.import -> ingest; a dot in CLAIM selects a field of an object, such as realm_access.roles. Callers without a matching rule are rejected.',
  }),
} as const satisfies Record<string, Setting<unknown>>;

/** A configured OpenID Connect provider. */
export type OidcProvider = {
  readonly [Key in keyof typeof oidcSection]: (typeof oidcSection)[Key] extends Setting<infer Value> ? Value : never;
} & {
  /** Name of the provider: NAME in `[oidc NAME]`; `oidc` for the section without a name. */
  readonly name: string;
};

/** The NAME in a section `[oidc NAME]`; undefined for other sections. */
export function oidcProviderName(section: string): string | undefined {
  return /^oidc\s+([a-z][a-z0-9]{0,31})$/.exec(section)?.[1];
}

/**
 * Splits the name of a variable such as `RAMPART_OIDC_ENTRA_ISSUER` into the section `oidc entra` and the key;
 * undefined for other variables.
 * @param names the keys, spelled as in the file
 */
export function oidcVariable(
  variable: string,
  names: readonly string[],
): { readonly section: string; readonly key: string } | undefined {
  const { name, key } = /^RAMPART_OIDC_(?<name>[A-Z][A-Z0-9]{0,31})_(?<key>[A-Z_]+)$/.exec(variable)?.groups ?? {};
  if (name === undefined || key === undefined || !names.includes(key.toLowerCase())) return undefined;
  return { section: `oidc ${name.toLowerCase()}`, key: key.toLowerCase() };
}

/**
 * An issuer identifier (OpenID Connect Discovery, section 2): an https URL, or an http URL of a loopback address. It is
 * not normalized, because issuers are compared exactly.
 */
function issuerUrl(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input === '') return '';
    const url = URL.canParse(input) ? new URL(input) : undefined;
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (url === undefined || !isSecure) throw new Error('must be an https URL, or an http URL of a loopback address');
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
      throw new Error('must be a URL without a user name, password, query or fragment');
    return input;
  }
  return { secret: false, ...details, parse };
}

function words(details: Details<readonly string[]>): Setting<readonly string[]> {
  return { secret: false, ...details, parse: splitList };
}

const rulePattern = /^(?<claim>[^=\s]+)\s*=\s*(?<value>.+?)\s*->\s*(?<role>[a-z]+)(?:@(?<tenantId>\S.*))?$/;

function roleRules(details: Details<readonly RoleRule[]>): Setting<readonly RoleRule[]> {
  function parse(input: string): readonly RoleRule[] {
    return input
      .split(',')
      .map((rule) => rule.trim())
      .filter((rule) => rule !== '')
      .map(roleRule);
  }
  return { secret: false, ...details, parse, format: listFormat(formatRoleRule) };
}

function formatRoleRule({ claim, value, role, tenantId }: RoleRule): string {
  return `${claim}=${value} -> ${role}${tenantId === null ? '' : `@${tenantId}`}`;
}

function roleRule(input: string): RoleRule {
  const { claim, value, role: name, tenantId = null } = rulePattern.exec(input)?.groups ?? {};
  const role = operatorRoles.find((candidate) => candidate === name);
  if (claim === undefined || value === undefined || role === undefined) {
    throw new Error(`must be rules such as groups=soc-acme -> analyst@acme; the roles are ${operatorRoles.join(', ')}`);
  }
  if (role === 'admin' && tenantId !== null) throw new Error('must not restrict the role admin to a tenant');
  return { claim, value, role, tenantId };
}
