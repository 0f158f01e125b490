import {
  type DocumentNode,
  GraphQLFloat,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { isExactNumber } from '../execution/index.js';

type JsonObject = Record<string, unknown>;

/**
 * Converts integers that a JavaScript number cannot represent exactly in the data of a fetch, because Apollo's gateway
 * treats them as invalid values of `ID` and `Float`: those of `ID` to strings, and those of `Float` to JavaScript
 * numbers. Those of custom scalars remain.
 * @param schema the supergraph
 */
export function convertExactIntegers(data: JsonObject, document: DocumentNode, schema: GraphQLSchema): void {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    convertIn(data, definition.selectionSet, { schema, type: schema.getRootType(definition.operation) });
  }
}

interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly type: GraphQLNamedType | null | undefined;
}

/** Fetches have no named fragments. */
function convertIn(object: JsonObject, { selections }: SelectionSetNode, { schema, type }: SelectionContext): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const name = selection.typeCondition?.name.value;
      convertIn(object, selection.selectionSet, { schema, type: name === undefined ? type : schema.getType(name) });
    } else if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      const context = { schema, type: getNamedType(field?.type) };
      if (object[name] !== undefined) object[name] = converted(object[name], selection.selectionSet, context);
    }
  }
}

function converted(value: unknown, selectionSet: SelectionSetNode | undefined, context: SelectionContext): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => converted(item, selectionSet, context));
  if (isExactNumber(value)) {
    if (context.type === GraphQLID) return value.rawJSON;
    return context.type === GraphQLFloat ? Number(value.rawJSON) : value;
  }
  if (selectionSet !== undefined) convertIn(value as JsonObject, selectionSet, context); // Neither null nor a list.
  return value;
}
