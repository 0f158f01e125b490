import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals';
import { parse } from 'graphql';
import { messageOf } from '../../../platform/message-of.js';
import { assertSupportedFeatures } from '../../execution/index.js';

/** The supergraph cannot be served. The message contains all reasons. */
export class SupergraphError extends Error {
  override readonly name = 'SupergraphError';
}

/** A subgraph and its URL. */
export interface HttpSubgraph {
  readonly name: string;
  readonly url: URL;
}

/** A supergraph that can be served. */
export interface HttpSupergraph {
  readonly supergraph: Supergraph;
  readonly subgraphs: readonly HttpSubgraph[];
}

export interface SupergraphInput {
  readonly supergraphSdl: string;
  /** URLs that override those of the supergraph, by subgraph name. */
  readonly subgraphUrls: ReadonlyMap<string, string>;
  /** Names of the subgraphs that have settings. */
  readonly configured: Iterable<string>;
  /** Whether settings may name subgraphs that are not in the supergraph, for example after a subgraph was removed. */
  readonly allowsUnknownNames: boolean;
}

/** Matches features that a router must implement, but this gateway does not. */
const unsupportedFeaturePattern = /\/(context|connect)\/v/;

/**
 * Reads a supergraph and the URLs of its subgraphs, which come from `@join__graph` unless they are overridden.
 * @throws {SupergraphError} for SDL that is not a supergraph, unsupported features, and invalid URLs
 */
export function readHttpSupergraph(input: SupergraphInput): HttpSupergraph {
  const supergraph = buildSupergraph(input.supergraphSdl);
  const subgraphsInSupergraph = supergraph.subgraphsMetadata();
  if (!input.allowsUnknownNames) assertKnown(input, subgraphsInSupergraph);
  const subgraphs = subgraphsInSupergraph.map(({ name, url }) => ({
    name,
    url: parseSubgraphUrl(name, input.subgraphUrls.get(name) ?? url),
  }));
  return { supergraph, subgraphs };
}

function assertKnown({ configured, subgraphUrls }: SupergraphInput, subgraphs: readonly { name: string }[]): void {
  const names = subgraphs.map(({ name }) => name);
  for (const name of [...subgraphUrls.keys(), ...configured]) {
    if (names.includes(name)) continue;
    throw new SupergraphError(`the supergraph contains no subgraph "${name}"; its subgraphs are ${names.join(', ')}`);
  }
}

function buildSupergraph(supergraphSdl: string): Supergraph {
  const features = [...ROUTER_SUPPORTED_SUPERGRAPH_FEATURES].filter(
    (feature) => !unsupportedFeaturePattern.test(feature),
  );
  try {
    const document = parse(supergraphSdl);
    assertSupportedFeatures(document);
    return Supergraph.build(document, { supportedFeatures: new Set(features) });
  } catch (error) {
    throw startupFailure(error);
  }
}

/** Converts an error in the SDL to a SupergraphError. */
export function startupFailure(error: unknown): SupergraphError {
  const message = messageOf(error);
  return new SupergraphError(`this is not a supergraph that can be served: ${message}`, { cause: error });
}

/** Returns the URL without a user and password. */
function redactUrl(address: string): string {
  return JSON.stringify(address.replace(/^([a-z]+:\/\/)?.*@/is, '$1'));
}

/**
 * Parses the address of a subgraph.
 * @throws {SupergraphError} if it is missing, is not an HTTP or HTTPS URL, or contains a user or password
 */
export function parseSubgraphUrl(name: string, address: string): URL {
  const hint = `specify one: --subgraph ${name}=URL`;
  if (address === '') throw new SupergraphError(`the supergraph contains no address for subgraph "${name}"; ${hint}`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new SupergraphError(
      `the address of subgraph "${name}" is not an http or https URL: ${redactUrl(address)}; ${hint}`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    // The URL is not shown, because it contains a secret.
    throw new SupergraphError(
      `the address of subgraph "${name}" contains a user or password, which would not be sent; specify a URL without them: --subgraph ${name}=URL`,
    );
  }
  return url;
}
