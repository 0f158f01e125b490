import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { isObject } from '../../../platform/is-object.js';
import { isIncluded } from '../../execution/index.js';
import type { Denials } from './denials.js';
import { typenameAlias } from './permitted-document.js';
import type { OperationParts, Variables } from './unauthorized-paths.js';

/** A null at a non-null position; the parent becomes null too. */
const nullViolation = Symbol('violated');

/** Fields with the same response name on one object. */
interface CollectedField {
  readonly nodes: FieldNode[];
  readonly fieldName: string;
}

/**
 * Restores the data of a permitted document to the shape of the client's operation. Unauthorized fields become null;
 * for a non-null field, the nearest nullable parent becomes null.
 */
export function restoreData(
  parts: OperationParts,
  { denials, variables, data }: { denials: Denials; variables: Variables; data: Readonly<Record<string, unknown>> },
): Record<string, unknown> | null {
  const root = parts.schema.getRootType(parts.operation.operation);
  if (!root) return null;
  const restored = new Restoration(parts, denials, variables).object(root, [parts.operation.selectionSet], data);
  return restored === nullViolation ? null : restored;
}

class Restoration {
  readonly #parts: OperationParts;
  readonly #denials: Denials;
  readonly #variables: Variables;

  constructor(parts: OperationParts, denials: Denials, variables: Variables) {
    this.#parts = parts;
    this.#denials = denials;
    this.#variables = variables;
  }

  object(
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    source: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> | typeof nullViolation {
    const collected = new Map<string, CollectedField>();
    for (const set of sets) this.#collect({ type, parent: type.name, set, collected });
    const result: Record<string, unknown> = {};
    for (const [name, { nodes, fieldName }] of collected) {
      const value = this.#field(type, { nodes, fieldName }, source[name]);
      if (value === nullViolation) return nullViolation;
      result[name] = value;
    }
    return result;
  }

  #field(type: GraphQLObjectType, { nodes, fieldName }: CollectedField, value: unknown): unknown {
    if (fieldName.startsWith('__')) return value;
    const field = type.getFields()[fieldName];
    if (field === undefined) return null;
    return this.#value(field.type, nodes, nodes.length === 0 ? null : value);
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[], value: unknown): unknown {
    if (isNonNullType(type)) {
      const inner = this.#value(type.ofType, nodes, value);
      return inner === null ? nullViolation : inner;
    }
    if (value === null || value === undefined) return null;
    if (isListType(type)) {
      const items = Array.isArray(value) ? value.map((item) => this.#value(type.ofType, nodes, item)) : null;
      return items?.includes(nullViolation) ? null : items;
    }
    if (!isObjectType(type) && !isAbstractType(type)) return value;
    if (!isObject(value)) return null;
    const object = isObjectType(type) ? type : this.#parts.schema.getType(String(value[typenameAlias]));
    if (!isObjectType(object)) return null;
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const restored = this.object(object, sets, value);
    return restored === nullViolation ? null : restored;
  }

  /**
   * Collects the fields of a selection set (GraphQL specification, CollectFields).
   * @param scope.parent the parent type of the selections
   */
  #collect(scope: {
    readonly type: GraphQLObjectType;
    readonly parent: string;
    readonly set: SelectionSetNode;
    readonly collected: Map<string, CollectedField>;
  }): void {
    const { type, parent, set, collected } = scope;
    for (const selection of set.selections) {
      if (!isIncluded(selection, this.#variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const fieldName = selection.name.value;
        const collectedField = collected.get(name) ?? { nodes: [], fieldName };
        collected.set(name, collectedField);
        const isDenied = [parent, type.name].some((owner) => this.#denials.isDenied(owner, fieldName));
        if (!isDenied) collectedField.nodes.push(selection);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#parts.fragments.get(selection.name.value);
      const condition = fragment?.typeCondition?.name.value ?? parent;
      if (fragment === undefined || !this.#applies(type, condition)) continue;
      this.#collect({ type, parent: condition, set: fragment.selectionSet, collected });
    }
  }

  #applies(type: GraphQLObjectType, condition: string): boolean {
    if (condition === type.name) return true;
    const conditionType = this.#parts.schema.getType(condition);
    return (
      (isInterfaceType(conditionType) || isUnionType(conditionType)) &&
      this.#parts.schema.isSubType(conditionType, type)
    );
  }
}
