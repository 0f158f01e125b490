import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { DataSource, ExecutionContext, FetchRequest, FetchResult } from '../data-source.js';
import { compileFetch, type FetchSchemas, type RunFetch } from './compiled-fetch.js';
import { hardenSchema, isCompilable } from './hardened-schema.js';

/** A subgraph to run. */
export interface ExecutableSubgraph<Context extends ExecutionContext = ExecutionContext> {
  /** With `_entities` and `_service`. */
  readonly schema: GraphQLSchema;
  /** The context value of its resolvers for one operation. */
  createContext(context: Context): object;
}

export interface InProcessOptions {
  /** `interpreted` runs every fetch with graphql-js: for schemas whose plain properties hold promises or functions. */
  readonly mode?: 'compiled' | 'interpreted';
}

/**
 * A subgraph in the same process. Each fetch document is compiled once. In compiled mode a field without a resolver
 * reads a plain property, and types of abstract values are found without waiting.
 */
export class InProcessDataSource<Context extends ExecutionContext = ExecutionContext> implements DataSource<Context> {
  readonly coercesVariables = true;
  readonly keepsTheSchema = true;
  readonly #subgraph: ExecutableSubgraph<Context>;
  readonly #schemas: FetchSchemas;
  /** By the document of a plan: compiled code lives as long as the prepared operation that it belongs to. */
  readonly #compiled = new WeakMap<DocumentNode, RunFetch>();

  constructor(subgraph: ExecutableSubgraph<Context>, options: InProcessOptions = {}) {
    const { schema } = subgraph;
    const isCompiled = options.mode !== 'interpreted' && isCompilable(schema);
    this.#subgraph = subgraph;
    this.#schemas = { original: schema, hardened: isCompiled ? hardenSchema(schema) : undefined };
  }

  execute(request: FetchRequest<Context>): FetchResult | Promise<FetchResult> {
    const run = this.#compiled.get(request.document) ?? this.#compile(request.document);
    return run(request.variables, this.#contextOf(request));
  }

  #compile(document: DocumentNode): RunFetch {
    const run = compileFetch(this.#schemas, document);
    this.#compiled.set(document, run);
    return run;
  }

  /** One context for all fetches of an operation: loaders batch across them. */
  #contextOf({ kept, context: request }: FetchRequest<Context>): object {
    const known = kept?.get(this);
    if (known !== undefined) return known;
    const context = this.#subgraph.createContext(request);
    kept?.set(this, context);
    return context;
  }
}
