import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals';

/** The supergraph cannot be served. The message has every reason. */
export class SupergraphError extends Error {
  override readonly name = 'SupergraphError';
}

/** A subgraph and where it answers. */
export interface HttpSubgraph {
  readonly name: string;
  readonly url: URL;
}

/** A supergraph that can be served. */
export interface HttpSupergraph {
  readonly supergraph: Supergraph;
  readonly subgraphs: readonly HttpSubgraph[];
}

export interface SupergraphSource {
  readonly supergraphSdl: string;
  /** Addresses instead of those of the supergraph, by the subgraphs' names. */
  readonly subgraphUrls: ReadonlyMap<string, string>;
  /** Whether the subgraphs themselves see to `@authenticated`, `@requiresScopes` and `@policy`. */
  readonly subgraphsAuthorize: boolean;
}

/** Features that need a router to do something, and this one does not. */
const unsupported = /\/(context|connect|cacheTag)\/v/;
/** Features by which a router decides who may read what. */
const security = /\/(authenticated|requiresScopes|policy)\/v/;

/**
 * Reads a supergraph, and where its subgraphs answer: at the addresses of `@join__graph` unless another is given.
 * @throws {SupergraphError} for SDL that is no supergraph, features that nobody would see to, and addresses that cannot be called
 */
export function readHttpSupergraph(source: SupergraphSource): HttpSupergraph {
  const supergraph = buildSupergraph(source);
  const known = supergraph.subgraphsMetadata();
  for (const name of source.subgraphUrls.keys()) {
    if (known.some((subgraph) => subgraph.name === name)) continue;
    const names = known.map((subgraph) => subgraph.name).join(', ');
    throw new SupergraphError(`the supergraph has no subgraph "${name}"; it has ${names}`);
  }
  const subgraphs = known.map(({ name, url }) => ({
    name,
    url: addressOf(name, source.subgraphUrls.get(name) ?? url),
  }));
  return { supergraph, subgraphs };
}

function buildSupergraph({ supergraphSdl, subgraphsAuthorize }: SupergraphSource): Supergraph {
  const features = [...ROUTER_SUPPORTED_SUPERGRAPH_FEATURES].filter(
    (feature) => !unsupported.test(feature) && (subgraphsAuthorize || !security.test(feature)),
  );
  try {
    return Supergraph.build(supergraphSdl, { supportedFeatures: new Set(features) });
  } catch (error) {
    throw startupFailure(error);
  }
}

/** What was wrong with SDL, for who gave it. */
export function startupFailure(error: unknown): SupergraphError {
  const message = error instanceof Error ? error.message : String(error);
  const hint = security.test(message) ? ` (${authorizationHint})` : '';
  return new SupergraphError(`this is no supergraph that can be served: ${message}${hint}`, { cause: error });
}

const authorizationHint =
  'this gateway authenticates nobody; where the subgraphs themselves see to it, say so with --subgraphs-authorize';

/** Without what may be a user and password. */
function shown(address: string): string {
  return JSON.stringify(address.replace(/^([a-z]+:\/\/)?.*@/is, '$1'));
}

function addressOf(name: string, address: string): URL {
  const hint = `give it one: --subgraph ${name}=URL`;
  if (address === '') throw new SupergraphError(`the supergraph has no address of subgraph "${name}"; ${hint}`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new SupergraphError(`the address of subgraph "${name}" is no http or https URL: ${shown(address)}; ${hint}`);
  }
  if (url.username !== '' || url.password !== '') {
    // Not echoed: it is a secret.
    throw new SupergraphError(
      `the address of subgraph "${name}" has a user or password in it, which would not be sent; give it one without: --subgraph ${name}=URL`,
    );
  }
  return url;
}
