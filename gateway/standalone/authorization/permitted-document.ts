import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { selectUsed } from '../../execution/index.js';
import type { Denials } from './denials.js';

/** Response name under which permitted documents select `__typename`. */
export const typenameAlias = '_rampartTypename';

export interface PermittedDocumentOptions {
  readonly schema: GraphQLSchema;
  /** The operation with its fragments. */
  readonly document: DocumentNode;
  readonly denials: Denials;
  /**
   * Whether an interface field that is denied on some object types is selected on the other object types; otherwise, it
   * is omitted.
   */
  readonly splitsInterfaces: boolean;
}

/**
 * Returns the document without the fields that a client may not select. Adds `__typename` to empty selection sets and
 * to those on interfaces and unions, because the result must show where fields are missing.
 */
export function permittedDocument(options: PermittedDocumentOptions): DocumentNode {
  const { schema, document, denials, splitsInterfaces } = options;
  const typeInfo = new TypeInfo(schema);
  const reduced = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      // Incremental delivery is removed, because its parts could not be restored.
      Directive: ({ name }) => (name.value === 'defer' ? null : undefined),
      Field(node) {
        const parent = typeInfo.getParentType();
        if (!parent || !denials.isDenied(parent.name, node.name.value)) return undefined;
        return null;
      },
      SelectionSet: {
        leave(node) {
          const parent = typeInfo.getParentType();
          const isAbstract = parent !== undefined && parent !== null && isAbstractType(parent);
          return withTypename(node, isAbstract);
        },
      },
    }),
  );
  // Unused fragments and variables would make the document invalid.
  return selectUsed(splitInterfaceFields(reduced, { schema, denials, splitsInterfaces })).document;
}

/** Replaces interface fields that are denied on some object types with the same fields on the other object types. */
function splitInterfaceFields(
  document: DocumentNode,
  { schema, denials, splitsInterfaces }: Omit<PermittedDocumentOptions, 'document'>,
): DocumentNode {
  const typeInfo = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: {
        leave(node) {
          const parent = typeInfo.getParentType();
          const allowed = parent ? denials.allowedTypes(parent, node.name.value) : undefined;
          if (allowed === undefined) return undefined;
          return splitsInterfaces && allowed.length > 0 ? splitByTypes(node, allowed) : null;
        },
      },
    }),
  );
}

function splitByTypes(field: FieldNode, types: readonly string[]): InlineFragmentNode {
  const fragments = types.map(
    (type): InlineFragmentNode => ({
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
      selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
    }),
  );
  return { kind: Kind.INLINE_FRAGMENT, selectionSet: { kind: Kind.SELECTION_SET, selections: fragments } };
}

function withTypename(node: SelectionSetNode, isAbstract: boolean): SelectionSetNode | undefined {
  if (isAbstract) return { ...node, selections: [typenameField(typenameAlias), ...node.selections] };
  return node.selections.length === 0 ? { ...node, selections: [typenameField(undefined)] } : undefined;
}

function typenameField(alias: string | undefined): FieldNode {
  const name = { kind: Kind.NAME, value: '__typename' } as const;
  return { kind: Kind.FIELD, name, ...(alias !== undefined && { alias: { kind: Kind.NAME, value: alias } }) };
}
