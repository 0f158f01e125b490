import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { RequiredFields } from '../planning/required-arguments.js';
import { withUsedVariables } from './used-variables.js';

/** A fetch, or a part of one, with the subgraph's own field names and arguments. */
export interface FetchPart {
  readonly document: DocumentNode;
  readonly text: string;
  readonly requires: readonly QueryPlanSelectionNode[] | undefined;
}

/**
 * Converts a fetch to the subgraph's own field names and arguments, and splits it if necessary. A representation has
 * only one value per field, so fields of an entity that require the same field with different arguments are fetched
 * separately.
 */
export function splitFetch({ operation, requires }: FetchNode, required: RequiredFields | undefined): FetchPart[] {
  const document = parse(operation);
  if (required === undefined) return [{ document, text: operation, requires }];
  if (requires === undefined || !hasConflict(namesIn(requires, required), required)) {
    return [partOf({ document, requires, required })];
  }
  const groups = groupFields(document, required);
  return groups.map((group) => {
    const others = groups.flatMap((other) => (other === group ? [] : [...other.names]));
    const excluded = new Set(others.filter((name) => !group.names.has(name)));
    return partOf({
      document: withUsedVariables(keepFields(document, (path) => group.paths.has(path))),
      requires: withoutNames(requires, excluded),
      required,
    });
  });
}

function partOf(options: {
  document: DocumentNode;
  requires: readonly QueryPlanSelectionNode[] | undefined;
  required: RequiredFields;
}): FetchPart {
  const { requires, required } = options;
  const document = visit(options.document, {
    Field(node): FieldNode | undefined {
      const field = required.byPlanName.get(node.name.value);
      if (field === undefined) return undefined;
      const alias = node.alias ?? node.name;
      return { ...node, alias, name: { kind: Kind.NAME, value: field.name }, arguments: field.arguments };
    },
  });
  return { document, text: print(document), requires };
}

/**
 * Fields of an entity that can be fetched together (`paths`), and the names that the fields they require have in plans
 * (`names`).
 */
interface Group {
  readonly paths: Set<string>;
  readonly names: Set<string>;
}

/**
 * Groups fields of entities without conflicting requirements. Fields without requirements are in
 * the first group.
 */
function groupFields(document: DocumentNode, required: RequiredFields): Group[] {
  const first: Group = { paths: new Set(), names: new Set() };
  const groups = [first];
  for (const fieldPath of entityFields(document)) {
    const names = required.byRequiring.get(fieldPath) ?? [];
    const matchingGroup = groups.find((group) => !hasConflict(new Set([...group.names, ...names]), required));
    const group = matchingGroup ?? { paths: new Set<string>(), names: new Set<string>() };
    if (matchingGroup === undefined) groups.push(group);
    group.paths.add(fieldPath);
    for (const name of names) group.names.add(name);
  }
  return groups.filter(({ paths }) => paths.size > 0);
}

/** Whether two of the names in plans refer to the same field. */
function hasConflict(names: ReadonlySet<string>, { byPlanName }: RequiredFields): boolean {
  const fields = [...names].map((name) => byPlanName.get(name)?.name);
  return new Set(fields).size < fields.length;
}

function namesIn(selections: readonly QueryPlanSelectionNode[], { byPlanName }: RequiredFields): Set<string> {
  const names = new Set<string>();
  const collect = (nodes: readonly QueryPlanSelectionNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'Field' && byPlanName.has(node.name)) names.add(node.name);
      collect(node.selections ?? []);
    }
  };
  collect(selections);
  return names;
}

function withoutNames(
  selections: readonly QueryPlanSelectionNode[],
  excluded: ReadonlySet<string>,
): QueryPlanSelectionNode[] {
  return selections.flatMap((node): QueryPlanSelectionNode[] => {
    if (node.kind === 'Field' && excluded.has(node.name)) return [];
    if (node.selections === undefined) return [node];
    // Of the same kind as `node`.
    return [{ ...node, selections: withoutNames(node.selections, excluded) } as QueryPlanSelectionNode];
  });
}

/** The fields that the fetch selects on entities, as `Type.field`. */
function entityFields(document: DocumentNode): Set<string> {
  const paths = new Set<string>();
  keepFields(document, (path) => {
    paths.add(path);
    return true;
  });
  return paths;
}

/** The document with only those fields of entities for which `keeps` returns true; `keeps` receives `Type.field`. */
function keepFields(document: DocumentNode, keeps: (coordinate: string) => boolean): DocumentNode {
  const keepIn = ({ selections, ...rest }: SelectionSetNode, type: string): SelectionSetNode => {
    const selected = selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FIELD) return keeps(`${type}.${selection.name.value}`) ? [selection] : [];
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection];
      const inner = keepIn(selection.selectionSet, selection.typeCondition?.name.value ?? type);
      return inner.selections.length === 0 ? [] : [{ ...selection, selectionSet: inner }];
    });
    return { ...rest, selections: selected };
  };
  return visit(document, {
    Field(node): FieldNode | undefined {
      if (node.name.value !== '_entities' || node.selectionSet === undefined) return undefined;
      return { ...node, selectionSet: keepIn(node.selectionSet, '') };
    },
  });
}
