import {
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  type SelectionSetNode,
  type TypeNode,
} from 'graphql';
import type { Subgraphs } from './draft.js';

/** The definition of a field of a type in one subgraph. */
export interface FieldPlace {
  readonly subgraph: string;
  readonly node: FieldDefinitionNode;
  readonly requires: SelectionSetNode | undefined;
}

/** The model of the data behind the subgraphs, read from their SDL without federation code. */
export class World {
  /** Keyed by subgraph, then by type. */
  readonly #types = new Map<string, Map<string, ObjectTypeDefinitionNode>>();
  /** Keyed by `Type.field`; without external fields. */
  readonly #places = new Map<string, FieldPlace[]>();
  /** Object types of each abstract type, keyed by subgraph. */
  readonly #members = new Map<string, Map<string, string[]>>();
  /** The interface with a key that a type implements, keyed by type. */
  readonly #group = new Map<string, string>();
  readonly #keyFields = new Set<string>();
  readonly #safeFields = new Set<string>();

  constructor(subgraphs: Subgraphs) {
    const documents = Object.entries(subgraphs).map(([name, sdl]) => [name, parse(sdl)] as const);
    for (const [name, document] of documents) this.#readTypes(name, document);
    for (const [name, document] of documents) this.#readFieldSets(name, document);
  }

  placesOf(type: string, field: string): readonly FieldPlace[] {
    const own = this.#places.get(`${type}.${field}`) ?? [];
    const group = this.#group.get(type);
    return group === undefined ? own : [...own, ...(this.#places.get(`${group}.${field}`) ?? [])];
  }

  isKey(type: string, field: string): boolean {
    return this.#has(this.#keyFields, type, field);
  }

  /** Whether the field never fails, because others depend on it. */
  isSafe(type: string, field: string): boolean {
    return this.isKey(type, field) || this.#has(this.#safeFields, type, field);
  }

  /** The group of a type. Types are in one group if some subgraphs know their objects only by their interface. */
  groupOf(type: string): string {
    return this.#group.get(type) ?? type;
  }

  /** The numbers of the objects of a type. */
  numbersOf(type: string): readonly number[] {
    const types = this.typesOfGroup(this.groupOf(type));
    const index = types.indexOf(type);
    return index < 0 ? [0, 1, 2, 3, 4] : [0, 1].map((round) => index + round * types.length);
  }

  typesOfGroup(group: string): readonly string[] {
    return [...this.#group].flatMap(([type, other]) => (other === group ? [type] : [])).sort();
  }

  /** Object types that a value of a field can have; all subgraphs that resolve the field must know them. */
  possibleTypes(named: string, places: readonly FieldPlace[]): readonly string[] {
    const typesBySubgraph = places.map(({ subgraph }) => this.#typesIn(subgraph, named));
    const [first = [], ...others] = typesBySubgraph;
    return first.filter((type) => others.every((types) => types.includes(type))).sort();
  }

  #typesIn(subgraph: string, named: string): readonly string[] {
    const members = this.#members.get(named)?.get(subgraph);
    if (members !== undefined) return members.filter((type) => this.#types.get(subgraph)?.has(type));
    const group = this.typesOfGroup(named);
    return group.length > 0 ? group : [named];
  }

  #has(fields: ReadonlySet<string>, type: string, field: string): boolean {
    if (fields.has(`${type}.${field}`)) return true;
    const group = this.#group.get(type) ?? type;
    return [group, ...this.typesOfGroup(group)].some((name) => fields.has(`${name}.${field}`));
  }

  #readTypes(subgraph: string, { definitions }: DocumentNode): void {
    const types = new Map<string, ObjectTypeDefinitionNode>();
    this.#types.set(subgraph, types);
    for (const node of definitions) {
      if (node.kind === Kind.UNION_TYPE_DEFINITION) {
        for (const member of node.types ?? []) this.#addMember(node.name.value, subgraph, member.name.value);
      }
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
      types.set(node.name.value, node);
      for (const { name } of node.interfaces ?? []) {
        this.#addMember(name.value, subgraph, node.name.value);
        if (name.value === 'I') this.#group.set(node.name.value, 'I');
      }
      this.#readFields(subgraph, node);
    }
  }

  #readFields(subgraph: string, type: ObjectTypeDefinitionNode): void {
    for (const node of type.fields ?? []) {
      if (node.directives?.some(({ name }) => name.value === 'external')) continue;
      const place = `${type.name.value}.${node.name.value}`;
      const [requires] = fieldSetsOf(node, 'requires');
      this.#places.set(place, [...(this.#places.get(place) ?? []), { subgraph, node, requires }]);
    }
  }

  #addMember(abstract: string, subgraph: string, type: string): void {
    const bySubgraph = this.#members.get(abstract) ?? new Map<string, string[]>();
    bySubgraph.set(subgraph, [...(bySubgraph.get(subgraph) ?? []), type]);
    this.#members.set(abstract, bySubgraph);
  }

  #readFieldSets(subgraph: string, { definitions }: DocumentNode): void {
    for (const node of definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
      const type = node.name.value;
      for (const set of fieldSetsOf(node, 'key')) this.#mark(this.#keyFields, { subgraph, type, set });
      for (const field of node.fields ?? []) {
        for (const set of fieldSetsOf(field, 'requires')) this.#mark(this.#safeFields, { subgraph, type, set });
      }
    }
  }

  #mark(fields: Set<string>, { subgraph, type, set }: { subgraph: string; type: string; set: SelectionSetNode }): void {
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      fields.add(`${type}.${selection.name.value}`);
      const definition = this.#types
        .get(subgraph)
        ?.get(type)
        ?.fields?.find(({ name }) => name.value === selection.name.value);
      if (selection.selectionSet === undefined || definition === undefined) continue;
      this.#mark(fields, { subgraph, type: namedType(definition.type), set: selection.selectionSet });
    }
  }
}

/** The field sets of the `fields` arguments of a directive. */
function fieldSetsOf({ directives = [] }: Pick<FieldDefinitionNode, 'directives'>, name: string): SelectionSetNode[] {
  return directives.flatMap((directive) => {
    const value = directive.arguments?.find((argument) => argument.name.value === 'fields')?.value;
    if (directive.name.value !== name || value?.kind !== Kind.STRING) return [];
    const [operation] = parse(`{ ${value.value} }`, { noLocation: true }).definitions;
    return operation?.kind === Kind.OPERATION_DEFINITION ? [operation.selectionSet] : [];
  });
}

export function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

/** The fields of a field set. */
export function fieldsIn({ selections }: SelectionSetNode): readonly FieldNode[] {
  return selections.filter((selection) => selection.kind === Kind.FIELD);
}
