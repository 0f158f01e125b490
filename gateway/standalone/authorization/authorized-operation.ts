import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type OperationDefinitionNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { ExecutionError, fragmentsOf, type IncrementalResult } from '../../execution/index.js';
import type { PreparedOperation, PublishedGraph, SubscriptionToOpen } from '../../graph.js';
import { clientOf, type Identity, unauthenticated } from '../clients/clients.js';
import { Denials, requirementsOf } from './denials.js';
import { permittedDocument } from './permitted-document.js';
import { isMet, type Requirement, type Requirements } from './requirements.js';
import { restoreData } from './restoration.js';
import { type OperationParts, unauthorizedPaths, type Variables } from './unauthorized-paths.js';

/**
 * How to treat operations that select unauthorized fields: `filter` executes them without these fields, `reject` does
 * not execute them.
 */
export type UnauthorizedMode = 'filter' | 'reject';

export interface AuthorizationOptions {
  readonly graph: Pick<PublishedGraph, 'apiSchema' | 'prepare'>;
  readonly requirements: Requirements;
  readonly mode: UnauthorizedMode;
}

type Request = Parameters<PreparedOperation['execute']>[0];

/** Maximum number of cached variants of an operation, one for each set of missing permissions. */
const maxVariants = 16;

/**
 * Wraps an operation, so each client receives only the fields that it may select. An operation without requirements is
 * returned unchanged.
 */
export function authorizedOperation(prepared: PreparedOperation, options: AuthorizationOptions): PreparedOperation {
  const required = requirementsIn(prepared.document, options);
  if (required.length === 0) return prepared;
  const execution = new AuthorizedExecution(prepared, { ...options, required });
  return {
    ...prepared,
    execute: (request) => execution.execute(request),
    executeIncrementally: prepared.executeIncrementally && ((request) => execution.executeIncrementally(request)),
    ...(prepared.subscribe && { subscribe: (request) => execution.subscribe(request) }),
  };
}

function requirementsIn(document: DocumentNode, { graph, requirements }: AuthorizationOptions): readonly Requirement[] {
  const required = new Set<Requirement>();
  const typeInfo = new TypeInfo(graph.apiSchema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field({ name }) {
        const parent = typeInfo.getParentType();
        if (!parent) return;
        const of = requirementsOf(parent, name.value, { schema: graph.apiSchema, requirements });
        for (const requirement of of) required.add(requirement);
      },
    }),
  );
  return [...required];
}

/** The variant of an operation for clients that lack the same permissions. */
interface Variant {
  readonly denials: Denials;
  /** The operation without the fields that the clients may not select; undefined if it has no plan. */
  readonly permitted: PreparedOperation | undefined;
}

class AuthorizedExecution {
  readonly #prepared: PreparedOperation;
  readonly #options: AuthorizationOptions & { readonly required: readonly Requirement[] };
  readonly #parts: OperationParts;
  readonly #variants = new LRUCache<string, Variant>({ max: maxVariants });

  constructor(
    prepared: PreparedOperation,
    options: AuthorizationOptions & { readonly required: readonly Requirement[] },
  ) {
    this.#prepared = prepared;
    this.#options = options;
    this.#parts = {
      schema: options.graph.apiSchema,
      operation: prepared.operation,
      fragments: fragmentsOf(prepared.document),
    };
  }

  /**
   * Executes the operation. The result is incremental only for clients that may select all fields; for others, the
   * whole result is restored to the shape of the client's operation.
   */
  async executeIncrementally(request: Request): Promise<ExecutionResult | IncrementalResult> {
    const { executeIncrementally = this.#prepared.execute } = this.#prepared;
    return this.#unmetRequirements(request).length === 0
      ? await executeIncrementally(request)
      : await this.execute(request);
  }

  #unmetRequirements({ context }: Pick<Request, 'context'>): readonly Requirement[] {
    const identity = identityIn(context);
    return this.#options.required.filter((requirement) => !isMet(requirement, identity));
  }

  async execute(request: Request): Promise<ExecutionResult> {
    const unmet = this.#unmetRequirements(request);
    if (unmet.length === 0) return await this.#prepared.execute(request);
    const variant = this.#variantFor(unmet);
    const variables = withDefaults(this.#parts.operation, request.variables);
    const paths = unauthorizedPaths(this.#parts, variant.denials, variables);
    // Conditions may exclude all unauthorized fields.
    if (paths.length === 0) return await this.#run(variant, request, []);
    return this.#options.mode === 'reject'
      ? { errors: [rejection(request, paths)] }
      : await this.#run(variant, request, paths);
  }

  /**
   * Opens the subscription if the client may select all of its fields; otherwise, rejects it before the subgraph is
   * called.
   */
  async subscribe(request: SubscriptionToOpen): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    const unmet = this.#unmetRequirements(request);
    const variables = withDefaults(this.#parts.operation, request.variables);
    const paths = unmet.length === 0 ? [] : unauthorizedPaths(this.#parts, this.#denialsOf(unmet), variables);
    if (paths.length > 0) return { errors: [rejection(request, paths)] };
    return (await this.#prepared.subscribe?.(request)) ?? { errors: [] };
  }

  async #run({ denials, permitted }: Variant, request: Request, paths: string[][]): Promise<ExecutionResult> {
    const errors = paths.map(unauthorizedError);
    if (permitted === undefined) return { errors, data: null };
    const { variables } = request;
    const result = await permitted.execute({ ...request, variables: pickDeclared(permitted, variables) });
    const all = [...(result.errors ?? []), ...errors];
    const { data } = result;
    if (data === undefined) return result;
    const defaults = withDefaults(this.#parts.operation, variables);
    const restored = data === null ? null : restoreData(this.#parts, { denials, variables: defaults, data });
    return { ...(all.length > 0 ? { errors: all } : result), data: restored };
  }

  #variantFor(unmet: readonly Requirement[]): Variant {
    const { required } = this.#options;
    const key = unmet.map((requirement) => required.indexOf(requirement)).join();
    const cached = this.#variants.get(key);
    if (cached !== undefined) return cached;
    const denials = this.#denialsOf(unmet);
    const variant = { denials, permitted: this.#prepare(denials, true) ?? this.#prepare(denials, false) };
    this.#variants.set(key, variant);
    return variant;
  }

  #denialsOf(unmet: readonly Requirement[]): Denials {
    return new Denials(this.#parts.schema, this.#options.requirements, new Set(unmet));
  }

  /**
   * Prepares the permitted part of the operation; undefined if this part is invalid or has no plan. With
   * `splitsInterfaces`, it can be invalid, because the type of a field can be narrower on an object than on its
   * interface.
   */
  #prepare(denials: Denials, splitsInterfaces: boolean): PreparedOperation | undefined {
    const { document } = this.#prepared;
    const { graph } = this.#options;
    const permitted = permittedDocument({ schema: graph.apiSchema, document, denials, splitsInterfaces });
    try {
      return graph.prepare({ document: permitted });
    } catch {
      return undefined;
    }
  }
}

/** The variables of a request with their defaults, for evaluating conditions. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  return { ...Object.fromEntries(defaults), ...variables };
}

/** Returns only the variables that the operation declares; others would be rejected as unknown. */
function pickDeclared({ operation }: PreparedOperation, variables: Request['variables']): Request['variables'] {
  const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
  );
}

function unauthorizedError(path: readonly string[]): GraphQLError {
  const message = 'Unauthorized field or type';
  const originalError = new ExecutionError(message, { code: 'UNAUTHORIZED_FIELD_OR_TYPE' });
  return new GraphQLError(message, { path, originalError });
}

function identityIn(context: Request['context']): Identity {
  return clientOf(context)?.identity ?? unauthenticated;
}

function rejection({ context }: Pick<Request, 'context'>, paths: readonly (readonly string[])[]): GraphQLError {
  const { isAuthenticated } = identityIn(context);
  const code = isAuthenticated ? 'FORBIDDEN' : 'UNAUTHENTICATED';
  const names = paths.map((path) => path.join('.'));
  const message = isAuthenticated
    ? `The credentials do not permit ${names.slice(0, 5).join(', ')}`
    : `Credentials are required for ${names.slice(0, 5).join(', ')}`;
  return new GraphQLError(message, { originalError: new ExecutionError(message, { code, paths: names }) });
}
