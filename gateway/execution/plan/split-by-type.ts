import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  isInterfaceType,
  Kind,
  print,
  type SelectionNode,
  visit,
} from 'graphql';
import type { FieldRequirements } from '../planning/field-requirements.js';
import type { ResolvableKeys, SentTypes } from '../planning/resolvable-keys.js';
import { responseNameOf } from '../selection.js';
import type { NeededFields } from './needed-fields.js';
import type { FetchPart } from './split-fetch.js';
import { withUsedVariables } from './used-variables.js';

/** A part of a fetch, with the fields of entities of some types only. */
export interface TypedPart extends FetchPart, SentTypes {}

/** The position of a fetch, and data about its subgraph. */
export interface SplitContext {
  readonly subgraph: string;
  readonly path: readonly (string | number)[];
  readonly needed: NeededFields;
  readonly supergraph: GraphQLSchema;
  readonly interfaceObjects: ReadonlyMap<string, ReadonlySet<string>>;
  readonly resolvableKeys: ResolvableKeys;
  readonly requirements: FieldRequirements;
}

/**
 * Splits an entity fetch by types that need the same fields, if the subgraph declares an interface as
 * `@interfaceObject`. In this case, Apollo's planner merges the selections on different types: without splitting,
 * fields would be fetched for objects on which they are not selected, and objects that lack the requirements of such
 * fields would not be sent at all.
 */
export function splitByType(part: FetchPart, context: SplitContext): readonly TypedPart[] {
  const { requires } = part;
  const name = interfaceObjectIn(part.document, context);
  if (requires === undefined || name === undefined) return [part];
  const all = fieldsOf(part.document, name);
  const types = objectTypesOf(context.supergraph, name).map((type) => {
    const needed = context.needed.of(context.path, type) ?? all;
    return { type, names: [...all].filter((field) => needed.has(field)) };
  });
  const partsByNames = [...Map.groupBy(types, ({ names }) => names.join(' ')).values()].map((group) => ({
    types: new Set(group.map(({ type }) => type)),
    names: new Set(group[0]?.names),
  }));
  if (partsByNames.length === 1 && partsByNames[0]?.names.size === all.size) return [{ ...part, sentType: name }];
  const knownTypes = new Set(partsByNames.flatMap(({ types }) => [...types]));
  const partsOfTypes = partsByNames
    .filter(({ names }) => names.size > 0)
    .map(({ types, names }) => ({
      ...withFields({ ...part, requires }, { name, names, context }),
      accepts: (typename: unknown) => types.has(typename as string), // The set contains only strings, so the cast is safe.
      sentType: name,
    }));
  // For an object of unknown type, the needed fields are unknown.
  return [...partsOfTypes, { ...part, sentType: name, accepts: (typename) => !knownTypes.has(typename as string) }];
}

/**
 * The only interface on which the fetch selects fields, if the subgraph declares it as `@interfaceObject`; otherwise
 * undefined.
 */
function interfaceObjectIn(document: DocumentNode, { subgraph, interfaceObjects }: SplitContext): string | undefined {
  const names = new Set(entityFragments(document).map(({ typeCondition }) => typeCondition?.name.value));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return undefined;
  return interfaceObjects.get(subgraph)?.has(name) ? name : undefined;
}

function objectTypesOf(supergraph: GraphQLSchema, name: string): readonly string[] {
  const type = supergraph.getType(name);
  return isInterfaceType(type) ? supergraph.getPossibleTypes(type).map((object) => object.name) : [];
}

/** Response names of the fields that a document selects on entities of a type. */
function fieldsOf(document: DocumentNode, name: string): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
    InlineFragment({ typeCondition, selectionSet }) {
      if (typeCondition?.name.value !== name) return undefined;
      for (const selection of selectionSet.selections) {
        if (selection.kind === Kind.FIELD && selection.name.value !== '__typename')
          names.add(responseNameOf(selection));
      }
      return false;
    },
  });
  return names;
}

/** The fetch with only these fields and their requirements. */
function withFields(
  { document, requires }: FetchPart & { requires: readonly QueryPlanSelectionNode[] },
  { name, names, context }: { name: string; names: ReadonlySet<string>; context: SplitContext },
): FetchPart {
  const { subgraph, resolvableKeys, requirements } = context;
  const requiredFields = new Set(['__typename', ...(resolvableKeys.get(subgraph)?.get(name) ?? []).flat()]);
  const isKept = (selection: SelectionNode): boolean => {
    if (selection.kind !== Kind.FIELD) return true;
    const isWanted = selection.name.value === '__typename' || names.has(responseNameOf(selection));
    if (isWanted)
      for (const field of requirements.get(subgraph)?.get(selection.name.value) ?? []) requiredFields.add(field);
    return isWanted;
  };
  const reduced = mapEntityFragments(document, (fragment) => ({
    ...fragment,
    selectionSet: { ...fragment.selectionSet, selections: fragment.selectionSet.selections.filter(isKept) },
  }));
  const documentOfPart = withUsedVariables(reduced);
  return { document: documentOfPart, text: print(documentOfPart), requires: keepRequired(requires, requiredFields) };
}

function keepRequired(
  nodes: readonly QueryPlanSelectionNode[],
  requiredFields: ReadonlySet<string>,
): QueryPlanSelectionNode[] {
  return nodes.flatMap((node): QueryPlanSelectionNode[] => {
    if (node.kind === 'Field') return requiredFields.has(node.alias ?? node.name) ? [node] : [];
    return [{ ...node, selections: keepRequired(node.selections, requiredFields) }];
  });
}

function entityFragments(document: DocumentNode): InlineFragmentNode[] {
  const fragments: InlineFragmentNode[] = [];
  mapEntityFragments(document, (fragment) => {
    fragments.push(fragment);
    return fragment;
  });
  return fragments;
}

/** Maps the inline fragments directly below `_entities`. */
function mapEntityFragments(
  document: DocumentNode,
  change: (fragment: InlineFragmentNode) => InlineFragmentNode,
): DocumentNode {
  return visit(document, {
    Field(node): FieldNode | false {
      if (node.name.value !== '_entities' || node.selectionSet === undefined) return false;
      const selections = node.selectionSet.selections.map((selection) =>
        selection.kind === Kind.INLINE_FRAGMENT ? change(selection) : selection,
      );
      return { ...node, selectionSet: { ...node.selectionSet, selections } };
    },
  });
}
