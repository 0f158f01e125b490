import { getHeapStatistics } from 'node:v8';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { deferVariables, hasDefer } from './deferral/defer-directive.js';
import { maxVariants } from './operation-variants.js';
import { conditionVariables, fieldType } from './selection.js';

export interface PreparedBytesOptions {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Maximum estimated size in bytes of a cache of prepared operations: an eighth of the heap, at most 64 MiB. */
export const maxPreparedBytes = Math.min(64 * 1024 * 1024, Math.floor(getHeapStatistics().heap_size_limit / 8));

/** Base size of a prepared operation in bytes: its plan, fetches and closures. */
const baseBytes = 50_000;
/** Size in bytes of one selection in each compiled variant of an operation, with fragments expanded. */
const selectionBytes = 2_500;

/**
 * Estimates the bytes of a prepared operation after all its variants were compiled: one for each combination of its
 * conditions and, below a field of an abstract type, code for each possible type. The constants are greater than the
 * values measured on the graph of this product.
 */
export function preparedBytes(options: PreparedBytesOptions): number {
  const { schema, operation, fragments } = options;
  const root = schema.getRootType(operation.operation);
  const definitions = [operation, ...fragments.values()];
  const variants = variantCountOf({ kind: Kind.DOCUMENT, definitions });
  const selections = root ? new SelectionCounter(options).count(operation.selectionSet, root) : 0;
  return baseBytes + selectionBytes * selections * variants;
}

/**
 * Maximum number of compiled variants of an operation. An operation with `@defer` also has variants for
 * incremental results.
 */
function variantCountOf(document: DocumentNode): number {
  const conditions = conditionVariables(document).length;
  const variants = Math.min(2 ** conditions, maxVariants);
  return hasDefer(document)
    ? variants + Math.min(2 ** (conditions + deferVariables(document).length), maxVariants)
    : variants;
}

/**
 * Counts selections with fragments expanded. Each fragment is counted once and then looked up, regardless of the number
 * of spreads.
 */
class SelectionCounter {
  readonly #options: PreparedBytesOptions;
  readonly #fragments = new Map<string, number>();

  constructor(options: PreparedBytesOptions) {
    this.#options = options;
  }

  count({ selections }: SelectionSetNode, parent: GraphQLCompositeType): number {
    let sum = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        sum += this.#fragment(selection.name.value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        sum += this.#countConditional(selection.typeCondition?.name.value ?? parent.name, selection.selectionSet);
      } else {
        sum += 1 + this.#countNested(fieldType(parent, selection.name.value), selection.selectionSet);
      }
    }
    return sum;
  }

  #countNested(type: Parameters<typeof getNamedType>[0], selectionSet: SelectionSetNode | undefined): number {
    const namedType = getNamedType(type);
    if (selectionSet === undefined || !isCompositeType(namedType)) return 0;
    const types = isAbstractType(namedType) ? 1 + this.#options.schema.getPossibleTypes(namedType).length : 1;
    return types * this.count(selectionSet, namedType);
  }

  #countConditional(typeName: string, selectionSet: SelectionSetNode): number {
    const type = this.#options.schema.getType(typeName);
    return isCompositeType(type) ? this.count(selectionSet, type) : 0;
  }

  #fragment(name: string): number {
    const cached = this.#fragments.get(name);
    if (cached !== undefined) return cached;
    const fragment = this.#options.fragments.get(name);
    const count =
      fragment === undefined ? 0 : this.#countConditional(fragment.typeCondition.name.value, fragment.selectionSet);
    this.#fragments.set(name, count);
    return count;
  }
}
