import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import type { GraphQLSchema } from 'graphql';
import { ownValue } from '../compiled/source-text.js';
import { isJsonObject, type JsonObject, mergeInto, setOwn } from './merge.js';
import { compileTypeTest } from './type-test.js';

/** Picks what a subgraph needs to find an entity; null when the entity lacks some of it. */
export type PickRepresentation = (entity: JsonObject) => JsonObject | null;

/** Copies one selection from the source into the representation; false when the source does not have it. */
type PickStep = (source: JsonObject, representation: JsonObject) => boolean;

/** Compiles the `requires` of a fetch (https://specs.apollo.dev/federation, representations of entities). */
export function compileRepresentation(
  supergraph: GraphQLSchema,
  requires: readonly QueryPlanSelectionNode[],
): PickRepresentation {
  const pick = compileSelections(supergraph, requires);
  return (entity) => {
    const representation = pick(entity);
    return representation?.__typename ? representation : null;
  };
}

function compileSelections(
  supergraph: GraphQLSchema,
  selections: readonly QueryPlanSelectionNode[],
): PickRepresentation {
  const [only, ...others] = selections;
  if (only?.kind === 'InlineFragment' && only.typeCondition !== undefined && others.length === 0) {
    // Entities of one type, so most fetches: nothing to merge.
    const isOfType = compileTypeTest(supergraph, only.typeCondition);
    const pick = compileSelections(supergraph, only.selections);
    return (source) => (isOfType(source.__typename) ? (pick(source) ?? {}) : {});
  }
  const steps = selections.map((selection) =>
    selection.kind === 'Field'
      ? compileField(supergraph, selection.alias ?? selection.name, selection.selections)
      : compileFragment(supergraph, selection.typeCondition, selection.selections),
  );
  return (source) => {
    const representation: JsonObject = {};
    for (const step of steps) {
      if (!step(source, representation)) return null;
    }
    return representation;
  };
}

function compileField(
  supergraph: GraphQLSchema,
  name: string,
  selections: readonly QueryPlanSelectionNode[] | undefined,
): PickStep {
  const pick = selections === undefined ? undefined : compileSelections(supergraph, selections);
  return (source, representation) => {
    const value = ownValue(source, name);
    if (value === undefined) return false;
    setOwn(representation, name, pick === undefined ? value : pickFrom(value, pick));
    return true;
  };
}

function pickFrom(value: unknown, pick: PickRepresentation): unknown {
  if (Array.isArray(value)) return value.map((item) => pickFrom(item, pick));
  return isJsonObject(value) ? pick(value) : null;
}

function compileFragment(
  supergraph: GraphQLSchema,
  typeCondition: string | undefined,
  selections: readonly QueryPlanSelectionNode[],
): PickStep {
  if (typeCondition === undefined) return () => true;
  const isOfType = compileTypeTest(supergraph, typeCondition);
  const pick = compileSelections(supergraph, selections);
  return (source, representation) => {
    // What a fragment cannot pick leaves the representation as it is.
    if (isOfType(source.__typename)) mergeInto(representation, pick(source));
    return true;
  };
}
