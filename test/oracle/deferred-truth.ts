import {
  buildSchema,
  type DefinitionNode,
  type DocumentNode,
  type ExecutionResult,
  extendSchema,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type InlineFragmentNode,
  isCompositeType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isDefer, isDeferred, labelOf } from '../../gateway/execution/deferral/defer-directive.js';
import { objectTypesOf } from '../../gateway/execution/deferral/planned-fetches.js';
import { type Operation, ownField } from './servers.js';

type Path = readonly (string | number)[];
type Json = Record<string, unknown>;

/** A part of a response: the selection of a deferred fragment for one object. */
export interface Part {
  readonly label: string;
  readonly path: Path;
  readonly data: Json | null;
}

/** A response in parts, in the order of their delivery. */
export interface PartsOfResponse {
  readonly data: Json | null;
  readonly parts: readonly Part[];
  readonly errors: readonly GraphQLFormattedError[];
}

const prefix = '_deferred_';

/**
 * The schema, in which each object has itself as a nullable field. A selection through this field fails like a deferred
 * fragment.
 */
export function includeSelf(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  const extensions = types.map(({ name }) => `extend type ${name} { ${ownField}: ${name} }`);
  return extendSchema(buildSchema(printSchema(schema)), parse(extensions.join('\n')), { assumeValid: true });
}

/**
 * The operation without `@defer`: each deferred fragment is selected through the object itself. @param inlined labels
 * that count as not deferred
 */
export function removeDefers(operation: Operation, schema: GraphQLSchema, inlined: ReadonlySet<string>): Operation {
  const document = parse(operation.document, { noLocation: true });
  const variables = withDefaults(document, operation.variables);
  const typeInfo = new TypeInfo(schema);
  const replace = (node: FragmentSpreadNode | InlineFragmentNode) => {
    const directives = node.directives ?? [];
    const defer = directives.find(isDefer);
    const label = labelOf(node);
    const parent = typeInfo.getParentType();
    if (defer === undefined || label === undefined || !parent) return undefined;
    const conditions = directives.filter((directive) => !isDefer(directive));
    if (inlined.has(label) || !isDeferred(defer, variables)) return { ...node, directives: conditions };
    const condition = schema.getType(conditionOf(node, document) ?? parent.name);
    const matching = isCompositeType(condition) ? objectTypesOf(schema, condition) : new Set();
    const withoutDirectives = print({ ...node, directives: [] });
    const own = [...objectTypesOf(schema, parent)]
      .filter((name) => matching.has(name))
      .map((name) => `... on ${name} { ${prefix}${label}: ${ownField} { ${withoutDirectives} } }`);
    // A selection set must not be empty.
    const replacement = `{ ... ${conditions.map(print).join(' ')} { ${own.join(' ')} __typename @skip(if: true) } }`;
    const [parsed] = parse(replacement, { noLocation: true }).definitions;
    return parsed?.kind === Kind.OPERATION_DEFINITION ? parsed.selectionSet.selections[0] : undefined;
  };
  const visitor = { FragmentSpread: { leave: replace }, InlineFragment: { leave: replace } };
  return { ...operation, document: print(visit(document, visitWithTypeInfo(typeInfo, visitor))) };
}

function conditionOf(node: FragmentSpreadNode | InlineFragmentNode, document: DocumentNode): string | undefined {
  if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value;
  const isSelected = (definition: DefinitionNode): definition is FragmentDefinitionNode =>
    definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value;
  return document.definitions.find(isSelected)?.typeCondition.name.value;
}

/** Splits the result of an operation from {@link removeDefers} into the initial data and the deferred parts. */
export function partsOf(result: ExecutionResult): PartsOfResponse {
  const parts: Part[] = [];
  const split = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => split(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    const own: Json = {};
    for (const [key, child] of Object.entries(value)) {
      if (!key.startsWith(prefix)) own[key] = split(child, [...path, key]);
    }
    for (const [key, child] of Object.entries(value)) {
      if (!key.startsWith(prefix)) continue;
      const place = parts.length;
      const part = { label: key.slice(prefix.length), path };
      // Before nested parts.
      parts.push({ ...part, data: null });
      parts[place] = { ...part, data: split(child, path) as Json | null };
    }
    return own;
  };
  const data = split(result.data ?? null, []) as Json | null;
  const errors = ((result.errors ?? []) as readonly GraphQLFormattedError[]).map((error) => ({
    ...error,
    ...(error.path && { path: error.path.filter((step) => !String(step).startsWith(prefix)) }),
  }));
  return { data, parts, errors };
}

function withDefaults(document: DocumentNode, variables: Operation['variables']): Record<string, unknown> {
  const values: Record<string, unknown> = { ...variables };
  visit(document, {
    VariableDefinition({ variable, defaultValue }) {
      if (defaultValue?.kind === Kind.BOOLEAN) values[variable.name.value] ??= defaultValue.value;
    },
  });
  return values;
}
