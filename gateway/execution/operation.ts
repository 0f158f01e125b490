import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  print,
  visit,
} from 'graphql';
import { RequestErrors } from './errors.js';
import type { PreparedOperation } from './federated-graph.js';
import { withUsedVariables } from './plan/used-variables.js';
import { fragmentsOf } from './selection.js';

/** One operation of a document, with the fragments that it uses. */
export interface SelectedOperation {
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** A document with only the operation and its fragments. */
  readonly document: DocumentNode;
  readonly text: string;
}

/**
 * Selects the operation to run (GraphQL specification, GetOperation). Throws {@link RequestErrors} of kind `operation`.
 */
export function selectOperation(document: DocumentNode, operationName: string | undefined): SelectedOperation {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (!operationName && operations.length > 1) {
    throw rejection('Must provide operation name if query contains multiple operations.');
  }
  const operation = operationName
    ? operations.find((candidate) => candidate.name?.value === operationName)
    : operations[0];
  if (operation === undefined) {
    throw rejection(operationName ? `Unknown operation named "${operationName}".` : 'Must provide an operation.');
  }
  const fragments = usedFragments(operation, fragmentsOf(document));
  const alone: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments.values()] };
  return { operation, fragments, document: alone, text: print(alone) };
}

/** Selects the only operation of a document, without unused variables. */
export function selectUsed(document: DocumentNode): SelectedOperation {
  return selectOperation(withUsedVariables(selectOperation(document, undefined).document), undefined);
}

function rejection(message: string): RequestErrors {
  return new RequestErrors('operation', [new GraphQLError(message)]);
}

function usedFragments(
  operation: OperationDefinitionNode,
  all: ReadonlyMap<string, FragmentDefinitionNode>,
): Map<string, FragmentDefinitionNode> {
  const usedFragments = new Map<string, FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = all.get(name.value);
        if (fragment === undefined || usedFragments.has(name.value)) return;
        usedFragments.set(name.value, fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);
  return usedFragments;
}

/** Names of variables that are renamed in plans, because fetches of entities have a variable `representations`. */
const planVariables = /^representations_*$/;

/**
 * Builds an operation from a document in which variables with names of {@link planVariables} have an additional
 * underscore at the end. The built operation has the original document, and accepts the original variables.
 */
export function withPlanVariables(
  { document, operationName }: { document: DocumentNode; operationName: string | undefined },
  build: (renamed: DocumentNode) => PreparedOperation,
): PreparedOperation {
  const renamed = visit(document, {
    Variable(node) {
      if (!planVariables.test(node.name.value)) return undefined;
      return { ...node, name: { ...node.name, value: `${node.name.value}_` } };
    },
  });
  const prepared = build(renamed);
  // `visit` returns the same document if no variable was renamed.
  if (renamed === document) return prepared;
  const { executeIncrementally, subscribe } = prepared;
  return {
    ...prepared,
    // Callers evaluate the conditions of the operation with the variables of the client.
    document,
    operation: selectOperation(document, operationName).operation,
    execute: (request) => prepared.execute(withRenamed(request)),
    executeIncrementally: executeIncrementally && ((request) => executeIncrementally(withRenamed(request))),
    ...(subscribe && { subscribe: (request) => subscribe(withRenamed(request)) }),
  };
}

function withRenamed<Request extends { readonly variables: Record<string, unknown> }>(request: Request): Request {
  const variables = Object.entries(request.variables).map(
    ([name, value]) => [planVariables.test(name) ? `${name}_` : name, value] as const,
  );
  return { ...request, variables: Object.fromEntries(variables) };
}
