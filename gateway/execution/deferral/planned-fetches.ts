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

/** A field of objects at a place in the merged data. */
export interface PlacedName {
  /** Path of the objects: field names of the plan from the root, without list indexes. */
  readonly place: string;
  readonly name: string;
  /** Object types with the field; undefined for all that are possible at the place. */
  readonly types: ReadonlySet<string> | undefined;
}

/** A fetch of a plan, and its predecessors. */
export interface PlannedFetch {
  readonly node: FetchNode;
  readonly path: readonly (string | number)[];
  /** Fetches that have ended when it begins. */
  readonly before: readonly PlannedFetch[];
  /** Fields that it adds to the merged data. */
  readonly outputs: readonly PlacedName[];
  /** Fields of the merged data that it needs: its objects, and the fields of their representations. */
  readonly inputs: readonly PlacedName[];
}

export interface PlanEnvironment {
  readonly supergraph: GraphQLSchema;
  /** By subgraph, the interfaces that it knows as objects: it returns the interface's name as the type. */
  readonly interfaceObjects: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The fetches of a plan in its order. Undefined for a plan with other nodes than fetches, sequences, parallel and
 * flattened ones.
 */
export function plannedFetches(plan: QueryPlan, environment: PlanEnvironment): readonly PlannedFetch[] | undefined {
  const reader = new PlanReader(environment);
  if (plan.node === undefined || plan.node.kind === 'Subscription') return undefined;
  return reader.read(plan.node, [], []);
}

/** Whether two names mean a field of the same objects. */
export function overlaps(one: PlacedName, other: PlacedName): boolean {
  if (one.place !== other.place || one.name !== other.name) return false;
  const { types } = other;
  return one.types === undefined || types === undefined || [...one.types].some((type) => types.has(type));
}

/** The place of a field's objects. */
export function placeOf(place: string, name: string): string {
  return `${place}.${name}`;
}

/** Names of the object types that a type can be. */
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
        const found: PlannedFetch[] = [];
        for (const child of node.nodes) {
          const added = this.read(child, path, node.kind === 'Sequence' ? [...before, ...found] : before);
          if (added === undefined) return undefined;
          found.push(...added);
        }
        return found;
      }
      default:
        return undefined;
    }
  }

  #fetch(node: FetchNode, path: readonly (string | number)[], before: readonly PlannedFetch[]): PlannedFetch {
    const steps = path.filter((step): step is string => typeof step === 'string' && step !== '@');
    const place = steps.reduce(placeOf, '');
    const inputs = steps.map((name, index) => ({
      place: steps.slice(0, index).reduce(placeOf, ''),
      name,
      types: undefined,
    }));
    const outputs = this.#outputs(node, place).filter(
      (output) => node.requires === undefined || !this.#isRepeatedTypename(output, place, before),
    );
    return { node, path, before, outputs, inputs: [...inputs, ...this.#required(node.requires ?? [], place)] };
  }

  /** Fetches of entities repeat the types of their objects, which the fetch that found the objects knows. */
  #isRepeatedTypename({ place, name }: PlacedName, own: string, before: readonly PlannedFetch[]): boolean {
    if (name !== '__typename' || place !== own) return false;
    const isKnown = (output: PlacedName): boolean => output.place === place && output.name === name;
    return before.some(
      ({ node, outputs }) => !this.#environment.interfaceObjects.get(node.serviceName)?.size && outputs.some(isKnown),
    );
  }

  #outputs(node: FetchNode, place: string): PlacedName[] {
    const renamed = new Map<string, string[]>();
    for (const rewrite of node.outputRewrites ?? []) {
      const name = rewrite.path.at(-1);
      if (rewrite.kind !== 'KeyRenamer' || name === undefined) continue;
      renamed.set(name, [...(renamed.get(name) ?? []), rewrite.renameKeyTo]);
    }
    const outputs: PlacedName[] = [];
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
        const own = (selection.alias ?? selection.name).value;
        const output = type && getNamedType(fieldType(type, selection.name.value));
        const below = isCompositeType(output) ? output : undefined;
        for (const name of [own, ...(renamed.get(own) ?? [])]) {
          outputs.push({ place: at, name, types: this.#typesOf(type) });
          if (selection.selectionSet) collect(selection.selectionSet, placeOf(at, name), below);
        }
      }
    };
    for (const definition of parse(node.operation, { noLocation: true }).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      collect(
        definition.selectionSet,
        place,
        this.#environment.supergraph.getRootType(node.operationKind) ?? undefined,
      );
    }
    return outputs;
  }

  #required(selections: readonly QueryPlanSelectionNode[], place: string, condition?: string): PlacedName[] {
    return selections.flatMap((selection) => {
      if (selection.kind === 'InlineFragment') {
        return this.#required(selection.selections, place, selection.typeCondition ?? condition);
      }
      const name = selection.alias ?? selection.name;
      const below = this.#required(selection.selections ?? [], placeOf(place, name));
      return [{ place, name, types: this.#typesOf(this.#type(condition)) }, ...below];
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
