import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { DataSource, ExecutionContext, FetchRequest, FetchResult } from '../data-source.js';
import { compileFetch, type FetchSchemas, type RunFetch } from './compiled-fetch.js';
import { hardenSchema, isCompilable } from './hardened-schema.js';

/** A subgraph that is executed in this process. */
export interface ExecutableSubgraph<Context extends ExecutionContext = ExecutionContext> {
  /** The subgraph's schema, including `_entities` and `_service`. */
  readonly schema: GraphQLSchema;
  /** Creates the context value of the subgraph's resolvers for one operation. */
  createContext(context: Context): object;
}

export interface InProcessOptions {
  /**
   * `interpreted` executes every fetch with graphql-js, for schemas whose plain properties can be promises or
   * functions.
   */
  readonly mode?: 'compiled' | 'interpreted';
}

/** Data that depends only on the schema of a subgraph, shared by the subgraph's data sources. */
interface PreparedSchema extends FetchSchemas {
  /**
   * Compiled fetches by document of a plan. Compiled code lives as long as the prepared operation that it belongs to.
   */
  readonly compiled: WeakMap<DocumentNode, RunFetch>;
}

const preparedSchemas = {
  compiled: new WeakMap<GraphQLSchema, PreparedSchema>(),
  interpreted: new WeakMap<GraphQLSchema, PreparedSchema>(),
};

function preparedSchema(schema: GraphQLSchema, mode: keyof typeof preparedSchemas): PreparedSchema {
  const cached = preparedSchemas[mode].get(schema);
  if (cached !== undefined) return cached;
  const isCompiled = mode === 'compiled' && isCompilable(schema);
  const hardened = isCompiled ? hardenSchema(schema) : undefined;
  const created: PreparedSchema = { original: schema, hardened, compiled: new WeakMap() };
  preparedSchemas[mode].set(schema, created);
  return created;
}

/**
 * A subgraph in the same process. Each fetch document is compiled once. In compiled mode, a field without a resolver
 * must read a plain property, and abstract types must be resolved synchronously.
 */
export class InProcessDataSource<Context extends ExecutionContext = ExecutionContext> implements DataSource<Context> {
  readonly coercesVariables = true;
  readonly isTrusted = true;
  readonly #subgraph: ExecutableSubgraph<Context>;
  readonly #mode: keyof typeof preparedSchemas;
  /** The prepared schema, created for the first fetch. */
  #schema: PreparedSchema | undefined;

  constructor(subgraph: ExecutableSubgraph<Context>, { mode = 'compiled' }: InProcessOptions = {}) {
    this.#subgraph = subgraph;
    this.#mode = mode;
  }

  execute(request: FetchRequest<Context>): FetchResult | Promise<FetchResult> {
    const run = this.#schema?.compiled.get(request.document) ?? this.#compile(request.document);
    return run(request.variables, this.#contextOf(request));
  }

  #compile(document: DocumentNode): RunFetch {
    this.#schema ??= preparedSchema(this.#subgraph.schema, this.#mode);
    const run = this.#schema.compiled.get(document) ?? compileFetch(this.#schema, document);
    this.#schema.compiled.set(document, run);
    return run;
  }

  /** The resolver context, which all fetches of an operation share, so loaders batch across the fetches. */
  #contextOf({ sharedState, context: request }: FetchRequest<Context>): object {
    const cached = sharedState?.get(this);
    if (cached !== undefined) return cached;
    const context = this.#subgraph.createContext(request);
    sharedState?.set(this, context);
    return context;
  }
}
