import type { QueryPlanFieldNode, QueryPlanInlineFragmentNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import type { GraphQLSchema } from 'graphql';
import { compileSource, readSource } from '../compiled/source-text.js';
import type { RequiredField } from '../planning/required-arguments.js';
import { isJsonObject, type JsonObject, mergeInto } from './merge.js';
import { compileTypeTest } from './type-test.js';

/** Creates the representation of an entity; null if the entity lacks a field of the representation. */
export type PickRepresentation = (entity: JsonObject) => JsonObject | null;

/**
 * Compiles the `requires` of a fetch to a function that creates representations (https://specs.apollo.dev/federation/,
 * representations of entities).
 */
export function compileRepresentation(
  supergraph: GraphQLSchema,
  requires: readonly QueryPlanSelectionNode[],
  requiredFields: ReadonlyMap<string, RequiredField> = new Map(),
): PickRepresentation {
  const pick = compileSelections({ supergraph, requiredFields }, requires);
  return (entity) => {
    const representation = pick(entity);
    return representation?.__typename ? representation : null;
  };
}

/** Names of the fields that all representations have; undefined if the fields differ by type. */
export function commonFields(requires: readonly QueryPlanSelectionNode[]): string[] | undefined {
  const [first, ...others] = requires;
  if (first?.kind !== 'InlineFragment' || others.length > 0) return undefined;
  const fields = first.selections.flatMap((selection) =>
    selection.kind === 'Field' ? [selection.alias ?? selection.name] : [],
  );
  return fields.length === first.selections.length ? fields : undefined;
}

interface Source {
  readonly supergraph: GraphQLSchema;
  /** Fields whose names in the merged data and in representations differ. */
  readonly requiredFields: ReadonlyMap<string, RequiredField>;
}

function compileSelections(origin: Source, selections: readonly QueryPlanSelectionNode[]): PickRepresentation {
  const [first, ...others] = selections;
  if (first?.kind === 'InlineFragment' && first.typeCondition !== undefined && others.length === 0) {
    // For entities of one type, which most fetches have, nothing is merged.
    const isOfType = compileTypeTest(origin.supergraph, first.typeCondition);
    const pick = compileSelections(origin, first.selections);
    return (source) => (isOfType(source.__typename) ? (pick(source) ?? {}) : {});
  }
  const pickFields = compileFields(
    origin,
    selections.filter((selection) => selection.kind === 'Field'),
  );
  const fragments = selections.filter((selection) => selection.kind === 'InlineFragment');
  if (fragments.length === 0) return pickFields;
  const addFragments = fragments.map((fragment) => compileFragment(origin, fragment));
  return (source) => {
    const representation = pickFields(source);
    if (representation !== null) for (const add of addFragments) add(source, representation);
    return representation;
  };
}

/**
 * Compiles fields to a function with one object literal, for speed. The function returns null if a field is missing.
 */
function compileFields(origin: Source, fields: readonly QueryPlanFieldNode[]): PickRepresentation {
  const constants = new Map<string, unknown>([['pickFrom', pickFrom]]);
  const parts: string[] = [];
  const properties: string[] = [];
  for (const [index, { alias, name, selections }] of fields.entries()) {
    const responseName = alias ?? name;
    parts.push(`const v${index} = ${readSource('source', responseName)}; if (v${index} === undefined) return null;`);
    if (selections !== undefined) constants.set(`p${index}`, compileSelections(origin, selections));
    const value = selections === undefined ? `v${index}` : `pickFrom(v${index}, p${index})`;
    const sentName = origin.requiredFields.get(responseName)?.name ?? responseName;
    properties.push(`[${JSON.stringify(sentName)}]: ${value}`);
  }
  const body = `return function pickFields(source) { ${parts.join('\n')}\nreturn { ${properties.join(', ')} }; }`;
  return compileSource<PickRepresentation>(body, constants);
}

function pickFrom(value: unknown, pick: PickRepresentation): unknown {
  if (Array.isArray(value)) return value.map((item) => pickFrom(item, pick));
  return isJsonObject(value) ? pick(value) : null;
}

function compileFragment(
  origin: Source,
  { typeCondition, selections }: QueryPlanInlineFragmentNode,
): (source: JsonObject, representation: JsonObject) => void {
  if (typeCondition === undefined) return () => {};
  const isOfType = compileTypeTest(origin.supergraph, typeCondition);
  const pick = compileSelections(origin, selections);
  return (source, representation) => {
    // If the fragment lacks a field, the representation is unchanged.
    if (isOfType(source.__typename)) mergeInto(representation, pick(source));
  };
}
