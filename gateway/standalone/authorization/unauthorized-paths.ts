import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isIncluded } from '../../execution/index.js';
import type { Denials } from './denials.js';

export type Variables = Readonly<Record<string, unknown>>;

export interface OperationParts {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Maximum number of paths that a response reports. */
const maxPaths = 100;

/**
 * The paths of unauthorized fields in the format of Apollo Router: `@` represents list indexes. Fields excluded by
 * conditions are omitted.
 */
export function unauthorizedPaths(parts: OperationParts, denials: Denials, variables: Variables): string[][] {
  const root = parts.schema.getRootType(parts.operation.operation);
  const paths = new Map<string, string[]>();
  if (root) new PathFinder(parts, { denials, variables, paths }).find(root, parts.operation.selectionSet, []);
  return [...paths.values()];
}

class PathFinder {
  readonly #parts: OperationParts;
  readonly #denials: Denials;
  readonly #variables: Variables;
  readonly #paths: Map<string, string[]>;

  constructor(
    parts: OperationParts,
    { denials, variables, paths }: { denials: Denials; variables: Variables; paths: Map<string, string[]> },
  ) {
    this.#parts = parts;
    this.#denials = denials;
    this.#variables = variables;
    this.#paths = paths;
  }

  find(type: GraphQLNamedType, { selections }: SelectionSetNode, path: readonly string[]): void {
    for (const selection of selections) {
      if (this.#paths.size >= maxPaths) return;
      if (!isIncluded(selection, this.#variables)) continue;
      if (selection.kind === Kind.FIELD) this.#findIn(type, selection, path);
      else {
        const { fragments, schema } = this.#parts;
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        const condition = fragment?.typeCondition?.name.value;
        const fragmentType = condition === undefined ? type : schema.getType(condition);
        if (fragment !== undefined && fragmentType !== undefined) this.find(fragmentType, fragment.selectionSet, path);
      }
    }
  }

  #findIn(type: GraphQLNamedType, field: FieldNode, path: readonly string[]): void {
    const name = field.name.value;
    const fieldPath = [...path, (field.alias ?? field.name).value];
    const isDenied = this.#denials.isDenied(type.name, name);
    if (isDenied || this.#denials.allowedTypes(type, name) !== undefined)
      this.#paths.set(fieldPath.join('\0'), fieldPath);
    if (isDenied || field.selectionSet === undefined) return;
    const output = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name]?.type : undefined;
    if (output !== undefined)
      this.find(getNamedType(output), field.selectionSet, [...fieldPath, ...listLevels(output)]);
  }
}

function listLevels(type: GraphQLOutputType): string[] {
  if (isNonNullType(type)) return listLevels(type.ofType);
  return isListType(type) ? ['@', ...listLevels(type.ofType)] : [];
}
