import {
  type GraphQLCompositeType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type FragmentNode, fieldType, type OperationSource, responseNameOf } from '../selection.js';
import { type NameAtPath, objectTypesOf, pathBelow } from './planned-fetches.js';

/** A field that an operation selects, with its name in the plan. */
export interface SelectedName extends NameAtPath {
  readonly types: ReadonlySet<string>;
  /** The innermost deferred fragment that contains the selection; undefined if there is none. */
  readonly owner: FragmentNode | undefined;
}

/** All fields that an operation selects, with fragments expanded. */
export function selectedNames(source: OperationSource): readonly SelectedName[] {
  const root = source.schema.getRootType(source.operation.operation);
  if (!root) return [];
  const reader = new SelectionReader(source);
  reader.read(source.operation.selectionSet, {
    type: root,
    types: objectTypesOf(source.schema, root),
    path: '',
    owner: undefined,
  });
  return reader.names;
}

interface Scope {
  /** The parent type of the selections. */
  readonly type: GraphQLCompositeType;
  /** The object types to which the selections apply. */
  readonly types: ReadonlySet<string>;
  readonly path: string;
  readonly owner: FragmentNode | undefined;
}

class SelectionReader {
  readonly names: SelectedName[] = [];
  readonly #source: OperationSource;
  /**
   * The scopes in which each selection set was read, so it is read once per scope, regardless of how often its fragment
   * is spread.
   */
  readonly #visited = new Map<SelectionSetNode, Scope[]>();

  constructor(source: OperationSource) {
    this.#source = source;
  }

  read(set: SelectionSetNode, scope: Scope): void {
    const visited = this.#visited.get(set) ?? [];
    if (visited.some((other) => covers(other, scope))) return;
    this.#visited.set(set, [...visited, scope]);
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FIELD) {
        this.#readFragment(selection, scope);
        continue;
      }
      const { type, types, path, owner } = scope;
      const name = this.#source.planNames?.get(selection) ?? responseNameOf(selection);
      this.names.push({ path, name, types, owner });
      const output = getNamedType(fieldType(type, selection.name.value));
      if (!selection.selectionSet || !isCompositeType(output)) continue;
      const objectTypes = objectTypesOf(this.#source.schema, output);
      this.read(selection.selectionSet, { type: output, types: objectTypes, path: pathBelow(path, name), owner });
    }
  }

  #readFragment(selection: FragmentNode, scope: Scope): void {
    const { fragments, schema, deferred } = this.#source;
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (fragment === undefined) return;
    const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
    const type = isCompositeType(condition) ? condition : scope.type;
    const possible = objectTypesOf(schema, type);
    const types = new Set([...scope.types].filter((name) => possible.has(name)));
    if (types.size === 0) return;
    // The surrounding selections need the object's type, even if the fields of the fragment are delivered later.
    if (type !== scope.type && isAbstractType(scope.type)) this.names.push({ ...scope, name: '__typename' });
    const owner = deferred?.has(selection) ? selection : scope.owner;
    this.read(fragment.selectionSet, { ...scope, type, types, owner });
  }
}

function covers(existing: Scope, scope: Scope): boolean {
  const isSamePlace = existing.path === scope.path && existing.owner === scope.owner;
  return isSamePlace && [...scope.types].every((name) => existing.types.has(name));
}
