import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { ExecutionError } from '../../execution/index.js';
import type { PreparedOperation, PublishedGraph } from '../../graph.js';
import { clientOf, type Identity, nobody } from '../clients/clients.js';
import { Denials, requirementsOf } from './denials.js';
import { withDefaults } from './inclusion.js';
import { permittedDocument } from './permitted-document.js';
import { isMet, type Requirement, type Requirements } from './requirements.js';
import { restoreData } from './restoration.js';
import { type OperationParts, withheldPaths } from './withheld-paths.js';

/** What becomes of an operation that selects what the client may not: without those fields it runs, or it is refused. */
export type UnauthorizedMode = 'filter' | 'reject';

export interface AuthorizationOptions {
  readonly graph: Pick<PublishedGraph, 'apiSchema' | 'prepare'>;
  readonly requirements: Requirements;
  readonly mode: UnauthorizedMode;
}

type Request = Parameters<PreparedOperation['execute']>[0];

/** Plans of one operation for clients with different rights. */
const maxVariants = 16;

/** The operation, of which each client gets what it may select. An operation that requires nothing is returned as it is. */
export function authorizedOperation(prepared: PreparedOperation, options: AuthorizationOptions): PreparedOperation {
  const required = requiredBy(prepared.document, options);
  if (required.length === 0) return prepared;
  const execution = new AuthorizedExecution(prepared, { ...options, required });
  return {
    document: prepared.document,
    operation: prepared.operation,
    execute: (request) => execution.execute(request),
  };
}

function requiredBy(document: DocumentNode, { graph, requirements }: AuthorizationOptions): readonly Requirement[] {
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

/** The operation for clients that lack the same. */
interface Variant {
  readonly denials: Denials;
  /** Undefined for an operation whose permitted part has no plan. */
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
    const fragments = prepared.document.definitions.filter(
      (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION,
    );
    this.#parts = {
      schema: options.graph.apiSchema,
      operation: prepared.operation,
      fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    };
  }

  async execute(request: Request): Promise<ExecutionResult> {
    const identity = clientOf(request.context)?.identity ?? nobody;
    const unmet = this.#options.required.filter((requirement) => !isMet(requirement, identity));
    if (unmet.length === 0) return await this.#prepared.execute(request);
    const variant = this.#variantFor(unmet);
    const variables = withDefaults(this.#parts.operation, request.variables);
    const paths = withheldPaths(this.#parts, variant.denials, variables);
    // Conditions may exclude all of it; what runs is the same.
    if (paths.length === 0) return await this.#run(variant, request, []);
    const isRefused =
      this.#options.mode === 'reject' || this.#parts.operation.operation === OperationTypeNode.SUBSCRIPTION;
    return isRefused ? { errors: [refusal(identity, paths)] } : await this.#run(variant, request, paths);
  }

  async #run({ denials, permitted }: Variant, request: Request, paths: string[][]): Promise<ExecutionResult> {
    const errors = paths.map(withheld);
    if (permitted === undefined) return { errors, data: null };
    const { variables } = request;
    const result = await permitted.execute({ ...request, variables: declaredBy(permitted, variables) });
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
    const known = this.#variants.get(key);
    if (known !== undefined) return known;
    const denials = new Denials(this.#parts.schema, this.#options.requirements, new Set(unmet));
    const variant = { denials, permitted: this.#prepare(denials, true) ?? this.#prepare(denials, false) };
    this.#variants.set(key, variant);
    return variant;
  }

  /** A field on an object may be narrower than on its interface, and selections on it invalid: then the field is left out for all. */
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

/** What the document still declares: the rest would be values of unknown variables. */
function declaredBy({ operation }: PreparedOperation, variables: Request['variables']): Request['variables'] {
  const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
  );
}

function withheld(path: readonly string[]): GraphQLError {
  const message = 'Unauthorized field or type';
  const originalError = new ExecutionError(message, { code: 'UNAUTHORIZED_FIELD_OR_TYPE' });
  return new GraphQLError(message, { path, originalError });
}

function refusal({ isAuthenticated }: Identity, paths: readonly (readonly string[])[]): GraphQLError {
  const code = isAuthenticated ? 'FORBIDDEN' : 'UNAUTHENTICATED';
  const names = paths.map((path) => path.join('.'));
  const message = isAuthenticated
    ? `The credentials do not permit ${names.slice(0, 5).join(', ')}`
    : `Credentials are required for ${names.slice(0, 5).join(', ')}`;
  return new GraphQLError(message, { originalError: new ExecutionError(message, { code, paths: names }) });
}
