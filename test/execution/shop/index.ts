import type { GraphQLSchema } from 'graphql';
import { composeSupergraph as compose } from '../../../gateway/supergraph.js';
import { anonymous, type RequestContext } from '../../../platform/caller.js';
import { catalogSchema, catalogTypeDefs } from './catalog.js';
import { peopleSchema, peopleTypeDefs } from './people.js';
import { reviewsSchema, reviewsTypeDefs } from './reviews.js';
import { stockSchema, stockTypeDefs } from './stock.js';

/** A small graph of four subgraphs with all federation features, and resolvers that fail at known fields. */
export const shopSubgraphs: readonly { name: string; schema: GraphQLSchema }[] = [
  { name: 'catalog', schema: catalogSchema() },
  { name: 'people', schema: peopleSchema() },
  { name: 'reviews', schema: reviewsSchema() },
  { name: 'stock', schema: stockSchema() },
];

export const shopSupergraph: string = composeSupergraph({
  catalog: catalogTypeDefs,
  people: peopleTypeDefs,
  reviews: reviewsTypeDefs,
  stock: stockTypeDefs,
});

/** Composes the type definitions of subgraphs, by name. */
export function composeSupergraph(typeDefs: Readonly<Record<string, string>>): string {
  return compose(Object.entries(typeDefs).map(([name, text]) => ({ name, typeDefs: text })));
}

/** A request of an arbitrary caller. */
export function testRequest(signal: AbortSignal = new AbortController().signal): RequestContext {
  return { caller: anonymous, via: 'graphql', signal, requestId: 'test', sourceAddress: '127.0.0.1' };
}

/** Context of the resolvers: the request, and its log of effects. */
export interface ShopContext extends RequestContext {
  readonly log: string[];
}

const logs = new WeakMap<RequestContext, string[]>();

/** The effects of a request's mutations in all subgraphs, in order. */
export function logOf(request: RequestContext): string[] {
  const log = logs.get(request) ?? [];
  logs.set(request, log);
  return log;
}

export function shopContext(request: RequestContext): ShopContext {
  return { ...request, log: logOf(request) };
}
