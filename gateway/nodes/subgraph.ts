import { GraphQLError, parse } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { executableSchema, typeOfNodeId } from '../../platform/graph/index.js';
import { once } from '../../platform/once.js';
import { quoted } from '../../platform/quoted.js';
import { type DataSource, type ExecutableSubgraph, toGraphQLError } from '../execution/index.js';
import { maxNodes, nodesTypeDefs } from './type-defs.js';

/** A reference to an entity. The entity's own subgraph resolves its fields. */
interface Stub {
  readonly __typename: string;
  readonly id: string;
}

type LookupResult = Stub | null | Error;

export interface NodesOptions {
  /** Names of the subgraphs that resolve objects, keyed by type. */
  readonly owners: ReadonlyMap<string, string>;
  /** Data sources by subgraph name. */
  readonly dataSources: ReadonlyMap<string, DataSource<RequestContext>>;
}

const entitiesQuery = 'query ($ids: [_Any!]!) { _entities(representations: $ids) { __typename } }';

/**
 * Creates the subgraph with `node` and `nodes`. A global id contains the type of its object. The ids of each type are
 * looked up in the type's subgraph in one query, to check that the objects exist.
 */
export function createNodesSubgraph(options: NodesOptions): ExecutableSubgraph<RequestContext> {
  const findOfType = createTypeLookup(options);

  async function find(ids: readonly string[], context: RequestContext): Promise<LookupResult[]> {
    if (ids.length > maxNodes)
      throw new DomainError('BAD_USER_INPUT', `nodes accepts at most ${maxNodes} ids, but ${ids.length} were sent.`);
    const byType = Map.groupBy(new Set(ids), (id) => typeOfNodeId(id));
    const resultsById = new Map<string, LookupResult>();
    await Promise.all(
      [...byType].map(async ([type, idsOfType]) => {
        // If the subgraph of one type is unavailable, the objects of the other types are returned.
        const results = await findOfType(type, idsOfType, context).catch((error: unknown) =>
          idsOfType.map(() => toGraphQLError(error)),
        );
        for (const [index, id] of idsOfType.entries()) resultsById.set(id, results[index] ?? null);
      }),
    );
    return ids.map((id) => resultsById.get(id) ?? null);
  }

  const resolvers = {
    Query: {
      node: async (_: unknown, { id }: { id: string }, context: RequestContext) => (await find([id], context))[0],
      nodes: async (_: unknown, { ids }: { ids: string[] }, context: RequestContext) => find(ids, context),
    },
  };
  const schema = once(() => {
    const sdl = nodesTypeDefs(options.owners.keys());
    return executableSchema(parse(sdl, { noLocation: true }), sdl, resolvers);
  });
  return {
    // Built for the first fetch.
    get schema() {
      return schema();
    },
    createContext: (context) => context,
  };
}

/**
 * Looks up ids of one type in the subgraph of the type. The results are in the order of the ids: a reference to the
 * object, null if there is none, or the error of the lookup.
 */
type TypeLookup = (
  type: string | undefined,
  ids: readonly string[],
  context: RequestContext,
) => Promise<readonly LookupResult[]>;

function createTypeLookup({ owners, dataSources }: NodesOptions): TypeLookup {
  // Parsed once, because data sources cache by document.
  const document = parse(entitiesQuery);
  return async (type, ids, context) => {
    const owner = type === undefined ? undefined : owners.get(type);
    const source = owner === undefined ? undefined : dataSources.get(owner);
    if (type === undefined || source === undefined)
      return ids.map((id) => {
        const message = `${quoted(id)} is not a global id. Pass the id of an object whose type implements Node.`;
        return new DomainError('BAD_USER_INPUT', message);
      });
    const representations = ids.map((id) => ({ __typename: type, id }));
    const { data, errors = [] } = await source.execute({
      ...{ document, text: entitiesQuery, operationName: undefined, context },
      variables: { ids: representations },
    });
    const entities = data?._entities;
    const [requestError] = errors.filter(({ path }) => path?.[1] === undefined);
    if (!Array.isArray(entities) || requestError !== undefined)
      return ids.map(() => asError(requestError ?? errors[0]));
    const failures = new Map(errors.map((error) => [error.path?.[1], error]));
    return representations.map((stub, index) => {
      const failure = failures.get(index);
      if (failure !== undefined) return asError(failure);
      return entities[index] === null ? null : stub;
    });
  };
}

/** An error that a resolver returns for one item of a list. */
function asError(
  error: { message: string; extensions?: Readonly<Record<string, unknown>> | undefined } | undefined,
): Error {
  if (error instanceof Error) return error;
  return new GraphQLError(error?.message ?? 'The object is not available', { extensions: error?.extensions });
}
