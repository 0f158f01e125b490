import type { FetchNode, PlanNode, QueryPlan, QueryPlanSelectionNode } from '@apollo/query-planner';
import {
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { fieldType } from '../selection.js';

/** A field of the objects at a path in the merged data. */
export interface NameAtPath {
  /** Path of the objects: field names in the plan from the root, without list indexes. */
  readonly path: string;
  readonly name: string;
  /** Object types that have the field; undefined for all types that are possible at the path. */
  readonly types: ReadonlySet<string> | undefined;
}

/** A fetch of a plan, with its predecessors, inputs and outputs. */
export interface PlannedFetch {
  readonly node: FetchNode;
  readonly path: readonly (string | number)[];
  /** Fetches that have ended before this fetch starts. */
  readonly before: readonly PlannedFetch[];
  /** Fields that this fetch adds to the merged data. */
  readonly outputs: readonly NameAtPath[];
  /** Fields of the merged data that this fetch needs: its objects, and the fields of their representations. */
  readonly inputs: readonly NameAtPath[];
}

export interface PlanEnvironment {
  readonly supergraph: GraphQLSchema;
  /**
   * Names of the interfaces that each subgraph declares as `@interfaceObject`. Such a subgraph returns the interface's
   * name as `__typename`.
   */
  readonly interfaceObjects: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The fetches of a plan in plan order; undefined if the plan has nodes other than fetch, sequence, parallel and flatten
 * nodes.
 */
export function plannedFetches(plan: QueryPlan, environment: PlanEnvironment): readonly PlannedFetch[] | undefined {
  const reader = new PlanReader(environment);
  if (plan.node === undefined || plan.node.kind === 'Subscription') return undefined;
  return reader.read(plan.node, [], []);
}

/** Whether two names can refer to the same field of the same objects. */
export function overlaps(a: NameAtPath, b: NameAtPath): boolean {
  if (a.path !== b.path || a.name !== b.name) return false;
  const { types } = b;
  return a.types === undefined || types === undefined || [...a.types].some((type) => types.has(type));
}

/** The path of the objects that a field returns, from the path of the field's own objects. */
export function pathBelow(path: string, name: string): string {
  return `${path}.${name}`;
}

/** Names of the possible object types of a composite type. */
export function objectTypesOf(schema: GraphQLSchema, type: GraphQLCompositeType): ReadonlySet<string> {
  return new Set((isAbstractType(type) ? schema.getPossibleTypes(type) : [type]).map(({ name }) => name));
}

class PlanReader {
  readonly #environment: PlanEnvironment;

  constructor(environment: PlanEnvironment) {
    this.#environment = environment;
  }

  read(
    node: PlanNode,
    path: readonly (string | number)[],
    before: readonly PlannedFetch[],
  ): PlannedFetch[] | undefined {
    switch (node.kind) {
      case 'Fetch':
        return [this.#fetch(node, path, before)];
      case 'Flatten':
        return this.read(node.node, [...path, ...node.path], before);
      case 'Sequence':
      case 'Parallel': {
        const fetches: PlannedFetch[] = [];
        for (const child of node.nodes) {
          const added = this.read(child, path, node.kind === 'Sequence' ? [...before, ...fetches] : before);
          if (added === undefined) return undefined;
          fetches.push(...added);
        }
        return fetches;
      }
      default:
        return undefined;
    }
  }

  #fetch(node: FetchNode, path: readonly (string | number)[], before: readonly PlannedFetch[]): PlannedFetch {
    const steps = path.filter((step): step is string => typeof step === 'string' && step !== '@');
    const ownPath = steps.reduce(pathBelow, '');
    const inputs = steps.map((name, index) => ({
      path: steps.slice(0, index).reduce(pathBelow, ''),
      name,
      types: undefined,
    }));
    const outputs = this.#outputs(node, ownPath).filter(
      (output) => node.requires === undefined || !this.#isRepeatedTypename(output, ownPath, before),
    );
    return { node, path, before, outputs, inputs: [...inputs, ...this.#required(node.requires ?? [], ownPath)] };
  }

  /**
   * Whether an entity fetch only repeats the `__typename` that the fetch that found the objects has already returned.
   */
  #isRepeatedTypename({ path, name }: NameAtPath, ownPath: string, before: readonly PlannedFetch[]): boolean {
    if (name !== '__typename' || path !== ownPath) return false;
    const isKnown = (output: NameAtPath): boolean => output.path === path && output.name === name;
    return before.some(
      ({ node, outputs }) => !this.#environment.interfaceObjects.get(node.serviceName)?.size && outputs.some(isKnown),
    );
  }

  #outputs(node: FetchNode, path: string): NameAtPath[] {
    const renamed = new Map<string, string[]>();
    for (const rewrite of node.outputRewrites ?? []) {
      const name = rewrite.path.at(-1);
      if (rewrite.kind !== 'KeyRenamer' || name === undefined) continue;
      renamed.set(name, [...(renamed.get(name) ?? []), rewrite.renameKeyTo]);
    }
    const outputs: NameAtPath[] = [];
    const collect = (set: SelectionSetNode, at: string, type: GraphQLCompositeType | undefined): void => {
      for (const selection of set.selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) throw new Error('Plans with fragments are not supported');
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          collect(selection.selectionSet, at, this.#type(selection.typeCondition?.name.value) ?? type);
          continue;
        }
        if (selection.name.value === '_entities' && selection.selectionSet) {
          collect(selection.selectionSet, at, undefined);
          continue;
        }
        const responseName = (selection.alias ?? selection.name).value;
        const output = type && getNamedType(fieldType(type, selection.name.value));
        const outputType = isCompositeType(output) ? output : undefined;
        for (const name of [responseName, ...(renamed.get(responseName) ?? [])]) {
          outputs.push({ path: at, name, types: this.#typesOf(type) });
          if (selection.selectionSet) collect(selection.selectionSet, pathBelow(at, name), outputType);
        }
      }
    };
    for (const definition of parse(node.operation, { noLocation: true }).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      collect(definition.selectionSet, path, this.#environment.supergraph.getRootType(node.operationKind) ?? undefined);
    }
    return outputs;
  }

  #required(selections: readonly QueryPlanSelectionNode[], path: string, condition?: string): NameAtPath[] {
    return selections.flatMap((selection) => {
      if (selection.kind === 'InlineFragment') {
        return this.#required(selection.selections, path, selection.typeCondition ?? condition);
      }
      const name = selection.alias ?? selection.name;
      const requiredBelow = this.#required(selection.selections ?? [], pathBelow(path, name));
      return [{ path, name, types: this.#typesOf(this.#type(condition)) }, ...requiredBelow];
    });
  }

  #type(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#environment.supergraph.getType(name);
    return isCompositeType(type) ? type : undefined;
  }

  #typesOf(type: GraphQLCompositeType | undefined): ReadonlySet<string> | undefined {
    return type && objectTypesOf(this.#environment.supergraph, type);
  }
}
