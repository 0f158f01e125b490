import {
  type DocumentNode,
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
import { responseNameOf } from '../selection.js';

type ErrorPath = readonly (string | number)[];

/** A field as it stands in a document, and the type that its name is looked up in. */
interface PlacedField {
  readonly node: FieldNode;
  readonly parentType: GraphQLCompositeType;
}

/**
 * Whether what stands at a path of an operation's data may not be null, so that its failure makes what is around it null.
 * The document has no fragment spreads.
 */
export function isNonNullAt(schema: GraphQLSchema, document: DocumentNode, path: ErrorPath): boolean {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const rootType = operation && schema.getRootType(operation.operation);
  if (!operation || !rootType) return false;
  let fields = fieldsOf(schema, [{ node: operation, type: rootType }]);
  let type: GraphQLOutputType | undefined;
  for (const step of path) {
    if (typeof step === 'number') {
      const list = type && getNullableType(type);
      type = isListType(list) ? list.ofType : undefined;
    } else {
      const found = fields.filter(({ node }) => responseNameOf(node) === step);
      // Whatever the object's type, fields under one response name have the same nullability (SameResponseShape).
      type = found.map(typeOf).find((candidate) => candidate !== undefined);
      fields = fieldsOf(
        schema,
        found.map((field) => ({ node: field.node, type: getNamedType(typeOf(field)) })),
      );
    }
    if (type === undefined) return false;
  }
  return isNonNullType(type);
}

function typeOf({ node, parentType }: PlacedField): GraphQLOutputType | undefined {
  return 'getFields' in parentType ? parentType.getFields()[node.name.value]?.type : undefined;
}

interface Parent {
  readonly node: FieldNode | OperationDefinitionNode;
  readonly type: unknown;
}

function fieldsOf(schema: GraphQLSchema, parents: readonly Parent[]): PlacedField[] {
  return parents.flatMap(({ node, type }) =>
    isCompositeType(type)
      ? (node.selectionSet?.selections ?? []).flatMap((selection) => flatten(schema, selection, type))
      : [],
  );
}

function flatten(schema: GraphQLSchema, selection: SelectionNode, type: GraphQLCompositeType): PlacedField[] {
  if (selection.kind === Kind.FIELD) return [{ node: selection, parentType: type }];
  if (selection.kind === Kind.FRAGMENT_SPREAD) return [];
  const condition = selection.typeCondition && schema.getType(selection.typeCondition.name.value);
  const inner = isCompositeType(condition) ? condition : type;
  return selection.selectionSet.selections.flatMap((child) => flatten(schema, child, inner));
}
