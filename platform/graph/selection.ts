import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** The fields that an operation selects below a field, by their schema names; aliases are merged. */
export interface Selection {
  has(field: string): boolean;
  /** Returns the fields that are selected below a field; empty if the field is not selected. */
  below(field: string): Selection;
  readonly names: readonly string[];
}

const selectionCache = new WeakMap<object, Map<string, Selection>>();

/**
 * The selection below the field that is being resolved. Fields with `@skip` or `@include` count as selected. With
 * `typeName`, only fields that apply to that object type, for fields of a union such as `_entities`. Cached for the
 * lifetime of the document, because prepared documents are executed many times.
 */
export function selectedFields(info: GraphQLResolveInfo, typeName?: string): Selection {
  // The single node is the same object in every execution; not all executors reuse the array around it.
  const identity = info.fieldNodes.length === 1 ? (info.fieldNodes[0] ?? info.fieldNodes) : info.fieldNodes;
  const cached = selectionCache.get(identity);
  const cachedSelection = cached?.get(typeName ?? '');
  if (cachedSelection !== undefined) return cachedSelection;
  const selection = new MergedSelection({ nodes: info.fieldNodes, fragments: info.fragments, typeName });
  if (cached === undefined) selectionCache.set(identity, new Map([[typeName ?? '', selection]]));
  else cached.set(typeName ?? '', selection);
  return selection;
}

/** A value that is computed once per selection. */
interface MemoizedBySelection<Value> {
  /** Returns the value for the fields of a type. */
  of(selection: Selection): Value;
  /** Returns the value for the nodes of a connection, selected through `edges` or `nodes`. */
  ofNodes(connection: Selection): Value;
}

/**
 * Returns functions that compute a value from the selected fields, once per selection.
 * @param compute receives the names of the fields, and a function for the names of the subfields of one of them
 */
export function memoizeBySelection<Value extends object>(
  compute: (names: readonly string[], subfieldsOf: (field: string) => readonly string[]) => Value,
): MemoizedBySelection<Value> {
  const created = new WeakMap<Selection, Value>();
  function memoizeValue(key: Selection, selections: readonly Selection[]): Value {
    const names = selections.flatMap((selection) => selection.names);
    const value = compute(names, (field) => selections.flatMap((selection) => selection.below(field).names));
    created.set(key, value);
    return value;
  }
  return {
    of: (selection) => created.get(selection) ?? memoizeValue(selection, [selection]),
    ofNodes: (connection) =>
      created.get(connection) ??
      memoizeValue(connection, [connection.below('nodes'), connection.below('edges').below('node')]),
  };
}

class MergedSelection implements Selection {
  readonly names: readonly string[];
  readonly #nodes = new Map<string, FieldNode[]>();
  readonly #below = new Map<string, Selection>();
  readonly #fragments: GraphQLResolveInfo['fragments'];

  constructor(options: {
    nodes: readonly FieldNode[];
    fragments: GraphQLResolveInfo['fragments'];
    typeName?: string | undefined;
  }) {
    this.#fragments = options.fragments;
    for (const node of options.nodes) this.#collect(node.selectionSet, options.typeName);
    this.names = [...this.#nodes.keys()];
  }

  has(field: string): boolean {
    return this.#nodes.has(field);
  }

  below(field: string): Selection {
    const cached = this.#below.get(field);
    if (cached !== undefined) return cached;
    const selection = new MergedSelection({ nodes: this.#nodes.get(field) ?? [], fragments: this.#fragments });
    this.#below.set(field, selection);
    return selection;
  }

  #collect(set: SelectionSetNode | undefined, typeName: string | undefined): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const nodes = this.#nodes.get(selection.name.value);
        if (nodes === undefined) this.#nodes.set(selection.name.value, [selection]);
        else nodes.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments[selection.name.value] : selection;
      const condition = fragment?.typeCondition?.name.value;
      const isOtherType = typeName !== undefined && condition !== undefined && condition !== typeName;
      if (!isOtherType) this.#collect(fragment?.selectionSet, typeName);
    }
  }
}
