import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { argumentOf, directivesNamed, namedTypeOf, parseFieldSet } from './join-directives.js';

/** The name and arguments of a required field that has its own name in plans. */
export interface RequiredField {
  readonly name: string;
  readonly arguments: readonly ArgumentNode[];
}

/** Required fields with arguments, each of which has its own name in plans. */
export interface RequiredFields {
  /** The supergraph for the planner, with renamed required fields. */
  readonly supergraph: DocumentNode;
  /** The required fields by their names in plans. */
  readonly byPlanName: ReadonlyMap<string, RequiredField>;
  /** Names in plans of the fields that a field requires, keyed by the requiring field as `Type.field`. */
  readonly byRequiring: ReadonlyMap<string, readonly string[]>;
}

type CompositeNode = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;

/**
 * Renames required fields with arguments: each combination of arguments has its own name. Undefined if no field with
 * arguments is required. Apollo's planner fetches required fields under their field names, and would use the value for
 * one combination of arguments as the value for another.
 */
export function nameRequiredFields(supergraph: DocumentNode): RequiredFields | undefined {
  const requirements = directivesNamed(supergraph, 'join__field').map((field) => argumentOf(field, 'requires'));
  if (!requirements.some((fieldSet) => fieldSet?.includes('('))) return undefined;
  const naming = new RequiredFieldNaming(supergraph);
  const renamed = visit(supergraph, {
    ObjectTypeDefinition: (node) => naming.renameIn(node),
    InterfaceTypeDefinition: (node) => naming.renameIn(node),
  });
  if (naming.byPlanName.size === 0) return undefined;
  const document = visit(renamed, {
    ObjectTypeDefinition: { leave: (node: ObjectTypeDefinitionNode) => naming.addTo(node) },
    InterfaceTypeDefinition: { leave: (node: InterfaceTypeDefinitionNode) => naming.addTo(node) },
  });
  return { supergraph: document, byPlanName: naming.byPlanName, byRequiring: naming.byRequiring };
}

class RequiredFieldNaming {
  readonly byPlanName = new Map<string, RequiredField>();
  readonly byRequiring = new Map<string, string[]>();
  /** New fields by name, keyed by the type to which they are added. */
  readonly #added = new Map<string, Map<string, FieldDefinitionNode>>();
  readonly #types = new Map<string, CompositeNode>();
  readonly #names = new Map<string, string>();
  /** `graph Type.field` of each required field that was renamed for a subgraph. */
  readonly #renamed = new Set<string>();
  /** Text of the field sets (`key`, `requires`, `provides`) that each subgraph uses, by subgraph. */
  readonly #fieldSets = new Map<string | undefined, string>();

  constructor({ definitions }: DocumentNode) {
    for (const node of definitions) {
      if (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION) {
        this.#types.set(node.name.value, node);
      }
    }
  }

  /** Replaces required fields in the `requires` arguments of the type's fields with their names in plans. */
  renameIn<Node extends CompositeNode>(type: Node): Node {
    for (const directive of type.directives ?? []) this.#keepFieldSets(directive);
    const fields = type.fields?.map((field) => {
      const directives = field.directives?.map((directive) => this.#renameInDirective(directive, type, field));
      return { ...field, directives };
    });
    return { ...type, fields };
  }

  /** Returns the type with the required fields added under their names in plans. */
  addTo<Node extends CompositeNode>(type: Node): Node {
    const added = this.#added.get(type.name.value);
    if (added === undefined) return type;
    const fields = type.fields?.map((field) => {
      const isNeeded = (directive: DirectiveNode) => !this.#isUnusedExternal(directive, type, field.name.value);
      return { ...field, directives: field.directives?.filter(isNeeded) };
    });
    return { ...type, fields: [...(fields ?? []), ...added.values()] };
  }

  /** Whether a subgraph declares a field as external only because it required the field under its own name. */
  #isUnusedExternal(directive: DirectiveNode, type: CompositeNode, field: string): boolean {
    const graph = argumentOf(directive, 'graph');
    if (argumentOf(directive, 'external') !== 'true' || !this.#renamed.has(`${graph} ${type.name.value}.${field}`))
      return false;
    const isOfInterface = type.interfaces?.some(({ name }) =>
      this.#types.get(name.value)?.fields?.some((definition) => definition.name.value === field),
    );
    return !isOfInterface && !new RegExp(`\\b${field}\\b`).test(this.#fieldSets.get(graph) ?? '');
  }

  #renameInDirective(directive: DirectiveNode, type: CompositeNode, field: FieldDefinitionNode): DirectiveNode {
    if (directive.name.value !== 'join__field') return directive;
    const graph = argumentOf(directive, 'graph');
    const args = directive.arguments?.map((argument) => {
      if (argument.name.value !== 'requires' || argument.value.kind !== Kind.STRING) return argument;
      const usedPlanNames: string[] = [];
      const renamed = this.#renameSet(parseFieldSet(argument.value.value), { type, graph, used: usedPlanNames });
      if (usedPlanNames.length === 0) return argument;
      const coordinate = `${type.name.value}.${field.name.value}`;
      this.byRequiring.set(coordinate, [...(this.byRequiring.get(coordinate) ?? []), ...usedPlanNames]);
      const value = print(renamed).slice(1, -1).replaceAll(/\s+/g, ' ').trim();
      return { ...argument, value: { ...argument.value, value, block: false } };
    });
    const renamed = { ...directive, arguments: args };
    this.#keepFieldSets(renamed);
    return renamed;
  }

  #keepFieldSets(directive: DirectiveNode): void {
    const graph = argumentOf(directive, 'graph');
    const texts = ['key', 'requires', 'provides'].map((name) => argumentOf(directive, name));
    this.#fieldSets.set(graph, [this.#fieldSets.get(graph) ?? '', ...texts].join(' '));
  }

  #renameSet(set: SelectionSetNode, context: SelectionContext): SelectionSetNode {
    return { ...set, selections: set.selections.map((selection) => this.#renameSelection(selection, context)) };
  }

  #renameSelection(selection: SelectionNode, context: SelectionContext): SelectionNode {
    const { type, graph, used } = context;
    if (selection.kind === Kind.FRAGMENT_SPREAD) return selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const inner = this.#types.get(selection.typeCondition?.name.value ?? '') ?? type;
      return { ...selection, selectionSet: this.#renameSet(selection.selectionSet, { ...context, type: inner }) };
    }
    const definition = type.fields?.find(({ name }) => name.value === selection.name.value);
    if (definition === undefined) return selection;
    const inner = this.#types.get(namedTypeOf(definition.type));
    const selectionSet =
      selection.selectionSet && inner
        ? this.#renameSet(selection.selectionSet, { ...context, type: inner })
        : selection.selectionSet;
    if ((definition.arguments ?? []).length === 0) return { ...selection, selectionSet };
    const name = this.#nameFor(selection, definition, type);
    used.push(name);
    this.#renamed.add(`${graph} ${type.name.value}.${selection.name.value}`);
    return { ...selection, selectionSet, name: { kind: Kind.NAME, value: name }, arguments: [] };
  }

  #nameFor(selection: FieldNode, definition: FieldDefinitionNode, type: CompositeNode): string {
    const args = selection.arguments ?? [];
    const meaning = `${selection.name.value}(${args
      .map((argument) => print(argument))
      .sort()
      .join(', ')})`;
    const name = this.#names.get(meaning) ?? this.#unusedName(selection.name.value);
    this.#names.set(meaning, name);
    this.byPlanName.set(name, { name: selection.name.value, arguments: args });
    for (const target of this.#relatedTypes(type, selection.name.value)) {
      const definitionOfTarget =
        target.fields?.find((field) => field.name.value === selection.name.value) ?? definition;
      const added = this.#added.get(target.name.value) ?? new Map<string, FieldDefinitionNode>();
      added.set(name, { ...definitionOfTarget, name: { kind: Kind.NAME, value: name }, arguments: [] });
      this.#added.set(target.name.value, added);
    }
    return name;
  }

  /** The type and, transitively, its interfaces and implementing types, as far as they have the field. */
  #relatedTypes(type: CompositeNode, field: string): readonly CompositeNode[] {
    const related = new Set([type]);
    for (const relatedType of related) {
      for (const other of this.#types.values()) {
        const hasField = other.fields?.some(({ name }) => name.value === field);
        if (hasField && (implementsType(relatedType, other) || implementsType(other, relatedType))) related.add(other);
      }
    }
    return [...related];
  }

  #unusedName(field: string): string {
    const isTaken = (name: string) =>
      this.byPlanName.has(name) ||
      [...this.#types.values()].some(({ fields }) => fields?.some((definition) => definition.name.value === name));
    let number = 0;
    while (isTaken(`${field}_required${number}`)) number++;
    return `${field}_required${number}`;
  }
}

/** The context of a field set: the type of its fields, the subgraph, and the names in plans that were used. */
interface SelectionContext {
  readonly type: CompositeNode;
  readonly graph: string | undefined;
  readonly used: string[];
}

function implementsType(type: CompositeNode, other: CompositeNode): boolean {
  return type.interfaces?.some(({ name }) => name.value === other.name.value) === true;
}
