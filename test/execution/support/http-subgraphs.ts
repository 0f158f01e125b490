import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLFieldResolver, type GraphQLSchema, graphql, parse } from 'graphql';
import { composeSupergraph } from '../../../gateway/index.js';

export type Resolver = (source: never, args: never, context: ObservedRequest) => unknown;

/** An external subgraph: its SDL with federation directives, and its resolvers. */
export interface HttpSubgraph {
  readonly name: string;
  readonly typeDefs: string;
  /** Resolvers by type and field; `__resolveReference` resolves entities, `__resolveType` types. */
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>>;
}

export interface ObservedRequest {
  readonly subgraph: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The request as JSON. */
  readonly body: string;
}

/** A faulty response of a subgraph. */
export interface ReplacedResponse {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly delay?: Promise<unknown>;
  /** Number of next requests for which the server closes the connection instead of responding. */
  hangUps?: number;
  /** Number of faulty responses; default: all. */
  times?: number;
}

export interface HttpSubgraphs {
  /** The composed supergraph, with the URLs of the subgraphs. */
  readonly supergraphSdl: string;
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
  readonly observedRequests: ObservedRequest[];
  /** Requests whose client closed the connection before the response. */
  readonly abandoned: ObservedRequest[];
  /** Replaces the next responses of a subgraph, keyed by its name. */
  readonly instead: Map<string, ReplacedResponse>;
  close(): Promise<void>;
}

const linkToFederation = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@listSize",
  "@external", "@provides", "@requires", "@override", "@inaccessible", "@interfaceObject", "@authenticated",
  "@requiresScopes", "@policy"])`;

/** SDL of federation 2 that imports all of its directives. */
export function federated(sdl: string): string {
  return `${linkToFederation}\n${sdl}`;
}

export function schemaOf({ typeDefs, resolvers }: HttpSubgraph): GraphQLSchema {
  // The builder accepts resolvers of any source and context; each of these has its own types.
  const loose = resolvers as unknown as Record<string, Record<string, GraphQLFieldResolver<unknown, unknown>>>;
  return buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers: loose }]);
}

/** Serves subgraphs below one URL, each at its name. */
export async function serveSubgraphs(subgraphs: readonly HttpSubgraph[]): Promise<HttpSubgraphs> {
  const schemas = new Map(subgraphs.map((subgraph) => [subgraph.name, schemaOf(subgraph)]));
  const observedRequests: ObservedRequest[] = [];
  const abandoned: ObservedRequest[] = [];
  const instead: HttpSubgraphs['instead'] = new Map();
  const server = createServer(async (request, response) => {
    const subgraph = request.url?.slice(1) ?? '';
    const isCompressed = request.headers['content-encoding'] === 'gzip';
    const body = await text(isCompressed ? request.pipe(createGunzip()) : request);
    const { query, variables, operationName } = JSON.parse(body);
    const contextValue: ObservedRequest = { subgraph, headers: request.headers, query, variables, body };
    observedRequests.push(contextValue);
    response.once('close', () => {
      if (!response.writableEnded) abandoned.push(contextValue);
    });
    const other = instead.get(subgraph);
    await other?.delay;
    if (other?.hangUps !== undefined && other.hangUps-- > 0) {
      response.destroy();
      return;
    }
    if (other?.times !== undefined && --other.times === 0) instead.delete(subgraph);
    const schema = schemas.get(subgraph);
    if (other !== undefined || schema === undefined) {
      response.writeHead(other?.status ?? 404, other?.headers).end(other?.body);
      return;
    }
    const result = await graphql({ schema, source: query, variableValues: variables, operationName, contextValue });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  const url = await listen(server);
  const located = subgraphs.map(({ name, typeDefs }) => ({ name, typeDefs, url: `${url}/${name}` }));
  return {
    ...{ supergraphSdl: composeSupergraph(located), schemas, observedRequests, abandoned, instead },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.
}
