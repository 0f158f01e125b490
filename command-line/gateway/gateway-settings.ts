import {
  type AuthenticationSettings,
  type GatewayFile,
  type JwtSettings,
  type ProxySettings,
  proxyTest,
  readGatewayFile,
  type StandaloneGatewayOptions,
  subgraphsSettings,
} from '../../gateway/standalone/index.js';
import { type Configuration, processSources } from '../../platform/configuration/index.js';
import { CommandFailure } from '../failure.js';
import { readText } from '../input-file.js';
import type { GatewayOptions } from './options.js';

/** All options of the gateway except the source of the supergraph and the address. */
export type GatewaySettings = Omit<StandaloneGatewayOptions, 'configuration' | 'log' | 'source'>;

/** @throws {CommandFailure} if the file cannot be read or is invalid */
export function readConfigurationFile(path: string | undefined): GatewayFile {
  return path === undefined ? readGatewayFile('', '') : readGatewayFile(readText(path), path);
}

/**
 * Returns the settings in the configuration file, overridden by the options.
 * @throws {CommandFailure} for files that cannot be read and settings that contradict each other
 */
export function gatewaySettings(
  file: GatewayFile,
  options: GatewayOptions,
  configuration: Configuration,
): GatewaySettings {
  assertTimeouts(file, options, configuration);
  const { clients, supergraph, authorization } = file;
  const enforces = authorization.enforcedBy === 'gateway' && options.subgraphsAuthorize !== true;
  return {
    subgraphs: subgraphsSettings({
      all: {
        ...file.subgraphs,
        ...(options.timeout !== undefined && { timeoutSeconds: options.timeout }),
        ...(options.maxResponse !== undefined && { maxResponseMegabytes: options.maxResponse }),
      },
      byName: file.bySubgraph,
      urls: options.subgraph ?? new Map(),
      maxTimeoutSeconds: configuration.graphql.timeoutSeconds,
    }),
    forwardedHeaders: options.forwardHeader ?? clients.forwardHeaders,
    responseHeaders: new Map([...file.responseHeaders, ...(options.responseHeader ?? [])]),
    cors: {
      origins: options.corsOrigin ?? clients.corsOrigins,
      allowsCredentials: clients.corsCredentials,
      requestHeaders: clients.corsHeaders,
    },
    authentication: authenticationOf(file, options),
    unauthorized: enforces ? authorization.unauthorized : undefined,
    schemaIsPublic: options.introspection ?? clients.introspection,
    overrideLabels: options.overrideLabel ?? supergraph.overrideLabels,
    ...(options.engine && { engine: options.engine }),
  };
}

/**
 * Rejects subgraph timeouts that exceed the request timeout, because the request would time out first.
 * @throws {CommandFailure} that names the setting
 */
function assertTimeouts(file: GatewayFile, { timeout }: GatewayOptions, { graphql }: Configuration): void {
  const { timeoutSeconds: max } = graphql;
  const advice = `exceeds [graphql] timeout_seconds (${max}): decrease it, or increase that setting`;
  if (timeout !== undefined && timeout > max) throw new CommandFailure(`--timeout ${timeout} ${advice}`);
  for (const [section, values] of [['subgraphs', file.subgraphs] as const, ...namedSections(file)]) {
    const { timeoutSeconds = 0 } = values;
    if (timeoutSeconds > max) throw new CommandFailure(`[${section}] timeout_seconds ${timeoutSeconds} ${advice}`);
  }
}

function namedSections({ bySubgraph }: GatewayFile) {
  return [...bySubgraph].map(([name, values]) => [`subgraph ${name}`, values] as const);
}

function authenticationOf({ authentication }: GatewayFile, options: GatewayOptions): AuthenticationSettings {
  const { trustedProxies, userHeader, scopesHeader, policiesHeader } = authentication;
  const headers = { userHeader, scopesHeader, policiesHeader };
  const isNamed = Object.values(headers).some((name) => name !== '');
  if (isNamed !== trustedProxies.length > 0) {
    throw new CommandFailure(
      '[authentication] trusted_proxies requires at least one of user_header, scopes_header and policies_header, and each of these requires trusted_proxies: set both, or neither',
    );
  }
  const proxy: ProxySettings = {
    isTrusted: proxyTest(trustedProxies),
    userHeader: userHeader || undefined,
    scopesHeader: scopesHeader || undefined,
    policiesHeader: policiesHeader || undefined,
  };
  return { jwt: jwtOf({ authentication }, options), proxy: isNamed ? proxy : undefined };
}

function jwtOf(
  { authentication }: Pick<GatewayFile, 'authentication'>,
  options: GatewayOptions,
): JwtSettings | undefined {
  const issuers = options.issuer ?? authentication.issuer;
  const audiences = options.audience ?? authentication.audience;
  const jwks = options.jwks ?? authentication.jwks;
  const { scopeClaims, policyClaims } = authentication;
  if (jwks !== '') return { keys: keysOf(jwks), issuers, audiences, scopeClaims, policyClaims };
  if (issuers.length + audiences.length === 0) return undefined;
  throw new CommandFailure(
    'issuer and audience can only be verified with keys: specify the keys with --jwks or [authentication] jwks',
  );
}

function keysOf(jwks: string): JwtSettings['keys'] {
  if (/^https?:\/\//i.test(jwks)) {
    if (URL.canParse(jwks)) return new URL(jwks);
    throw new CommandFailure(
      `${jwks} is not a valid URL: --jwks or [authentication] jwks must be an http or https URL, or a file`,
    );
  }
  const set: unknown = parseJson(readText(jwks), jwks);
  if (typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys)) {
    return { keys: set.keys };
  }
  throw new CommandFailure(`${jwks} is not a JSON Web Key Set: expected a JSON object with an array "keys"`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${path} is not valid JSON: expected a JSON Web Key Set`);
  }
}

/**
 * Reads the environment variable that `[supergraph] authorization_env` names.
 * @throws {CommandFailure} if the variable is not set
 */
export function environmentVariable(name: string): string {
  const value = processSources().environment[name];
  if (value === undefined || value === '') {
    throw new CommandFailure(
      `[supergraph] authorization_env names the variable ${name}, which is empty or not set: set it to the value of the Authorization header`,
    );
  }
  return value;
}
