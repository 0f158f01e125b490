import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { fieldType, responseNameOf } from '../selection.js';

type ErrorPath = readonly (string | number)[];

/** A field of a document, and the type in which its name is looked up. */
interface FieldOfParent {
  readonly node: FieldNode;
  readonly parentType: GraphQLCompositeType;
}

/**
 * Number of path steps to the last nullable position on a path, which becomes null if the value at the path fails: the
 * length of the path if its own position is nullable, 0 if the whole data becomes null. The operation must have no
 * fragment spreads.
 */
export function nullableAncestorDepth(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  path: ErrorPath,
): number {
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) return path.length;
  let fields = fieldsOf(schema, [{ node: operation, type: rootType }]);
  let type: GraphQLOutputType | undefined;
  let steps = 0;
  for (const [index, step] of path.entries()) {
    if (typeof step === 'number') {
      const list = type && getNullableType(type);
      type = isListType(list) ? list.ofType : undefined;
    } else {
      const matches = fields.filter(({ node }) => responseNameOf(node) === step);
      // Whatever the object's type, fields under one response name have the same nullability (SameResponseShape).
      type = matches[0] && typeOf(matches[0]);
      const parents = matches.map((field) => ({ node: field.node, type: getNamedType(typeOf(field)) }));
      fields = fieldsOf(schema, parents);
    }
    if (!isNonNullType(type)) steps = index + 1;
  }
  return steps;
}

function typeOf({ node, parentType }: FieldOfParent): GraphQLOutputType | undefined {
  return fieldType(parentType, node.name.value);
}

interface Parent {
  readonly node: FieldNode | OperationDefinitionNode;
  readonly type: unknown;
}

function fieldsOf(schema: GraphQLSchema, parents: readonly Parent[]): FieldOfParent[] {
  return parents.flatMap(({ node, type }) =>
    isCompositeType(type)
      ? (node.selectionSet?.selections ?? []).flatMap((selection) => flatten(schema, selection, type))
      : [],
  );
}

function flatten(schema: GraphQLSchema, selection: SelectionNode, type: GraphQLCompositeType): FieldOfParent[] {
  if (selection.kind === Kind.FIELD) return [{ node: selection, parentType: type }];
  if (selection.kind === Kind.FRAGMENT_SPREAD) return [];
  const condition = selection.typeCondition && schema.getType(selection.typeCondition.name.value);
  const inner = isCompositeType(condition) ? condition : type;
  return selection.selectionSet.selections.flatMap((child) => flatten(schema, child, inner));
}
