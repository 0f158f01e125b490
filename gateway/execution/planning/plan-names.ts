import { type DocumentNode, type FieldNode, GraphQLError, Kind, print, visit } from 'graphql';
import { responseNameOf } from '../selection.js';
import { argumentOf, directivesNamed, parseFieldSet } from './join-directives.js';

/** Names of fields that plans fetch for use in representations: keys, and fields that other fields require. */
export interface RequiredNames {
  readonly all: ReadonlySet<string>;
  /** Names of required fields that return objects, with the names of the required fields below them. */
  readonly objects: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Whether a subgraph declares an interface as `@interfaceObject`. If so, the planner confuses fields of different
   * types that share a response name, so such fields are renamed.
   */
  readonly hasInterfaceObjects: boolean;
}

/** Names of an operation's fields in its plan, where they differ from the client's response names. */
export interface PlanNames {
  /** The operation for the planner, with renamed fields. */
  readonly document: DocumentNode;
  /** Names in the plan, by the client's field, where they differ from the client's response names. */
  readonly byField: ReadonlyMap<FieldNode, string>;
  /** The client's response names, by response name in the plan. */
  readonly clientNames: ReadonlyMap<string, string>;
}

/** Reads the keys (`@join__type`) and requirements (`@join__field`) of a supergraph. */
export function readRequiredNames(supergraph: DocumentNode): RequiredNames {
  const types = directivesNamed(supergraph, 'join__type');
  const keys = types.map((type) => argumentOf(type, 'key'));
  const requirements = directivesNamed(supergraph, 'join__field').map((field) => argumentOf(field, 'requires'));
  const all = new Set<string>();
  const objects = new Map<string, Set<string>>();
  for (const fieldSet of [...keys, ...requirements]) {
    if (fieldSet === undefined) continue;
    visit(parseFieldSet(fieldSet), {
      Field({ name, selectionSet }) {
        all.add(name.value);
        if (selectionSet === undefined) return;
        const objectTypes = objects.get(name.value) ?? new Set();
        visit(selectionSet, { Field: (inner) => void objectTypes.add(inner.name.value) });
        objects.set(name.value, objectTypes);
      },
    });
  }
  return { all, objects, hasInterfaceObjects: types.some((type) => argumentOf(type, 'isInterfaceObject') === 'true') };
}

/**
 * Renames the fields of an operation that Apollo's planner would confuse with others; undefined if there are none. The
 * planner fetches the fields that subgraphs need under their field names. A client can select another field with such a
 * name as its alias, or the same field with other arguments, which the planner would mistake for the needed field. If a
 * subgraph knows types by their interface only, the planner also confuses fields of different types that have the same
 * response name. In addition, a required object is renamed if the client selects further fields of it, because
 * otherwise the failure of such a field would make the required object null.
 */
export function namesForPlan(document: DocumentNode, required: RequiredNames): PlanNames | undefined {
  const byField = new Map<FieldNode, string>();
  const byMeaning = new Map<string, string>();
  const clientNames = new Map<string, string>();
  const ambiguous = required.hasInterfaceObjects ? ambiguousNames(document) : none;
  const shared = required.objects.size === 0 ? none : sharedObjects(document, required);
  const usedNames = new Set([...responseNames(document), ...required.all]);
  const renamed = visit(document, {
    Field(node) {
      const clientName = responseNameOf(node);
      if (!mayClash(node, required) && !ambiguous.has(clientName) && !shared.has(clientName)) return undefined;
      const meaning = `${clientName} ${meaningOf(node)}`;
      const name = byMeaning.get(meaning) ?? unusedName(clientName, usedNames);
      byMeaning.set(meaning, name);
      byField.set(node, name);
      clientNames.set(name, clientName);
      // The visitor continues in the new node, whose selections are the nodes of the client's document.
      return { ...node, alias: { kind: Kind.NAME, value: name } } satisfies FieldNode;
    },
  });
  return clientNames.size === 0 ? undefined : { document: renamed, byField, clientNames };
}

function mayClash(node: FieldNode, { all }: RequiredNames): boolean {
  const name = responseNameOf(node);
  if (!all.has(name)) return false;
  return name !== node.name.value || (node.arguments ?? []).length > 0;
}

const none: ReadonlySet<string> = new Set();

/** Names of required objects from which the client selects more fields than are required. */
function sharedObjects(document: DocumentNode, { objects }: RequiredNames): ReadonlySet<string> {
  const shared = new Set<string>();
  visit(document, {
    Field({ name, alias, selectionSet }) {
      const objectTypes = objects.get(name.value);
      if (alias !== undefined || objectTypes === undefined || selectionSet === undefined) return;
      visit(selectionSet, {
        Field: (inner) => void (objectTypes.has(inner.name.value) || shared.add(name.value)),
        // Fragments are not searched, so the name counts as shared.
        FragmentSpread: () => void shared.add(name.value),
      });
    },
  });
  return shared;
}

/** Response names that refer to different fields, or for a field with different arguments, in a document. */
function ambiguousNames(document: DocumentNode): ReadonlySet<string> {
  const meanings = new Map<string, string>();
  const ambiguous = new Set<string>();
  visit(document, {
    Field(node) {
      const name = responseNameOf(node);
      const meaning = meaningOf(node);
      if ((meanings.get(name) ?? meaning) !== meaning) ambiguous.add(name);
      meanings.set(name, meaning);
    },
  });
  return ambiguous;
}

function meaningOf(node: FieldNode): string {
  return `${node.name.value} ${textOfArguments(node)}`;
}

/**
 * The arguments of a field as text. Fields that may share a response name have equal text (GraphQL specification, field
 * selection merging).
 */
function textOfArguments({ arguments: values = [] }: FieldNode): string {
  return values
    .map((argument) => print(argument))
    .sort()
    .join(', ');
}

function responseNames(document: DocumentNode): Set<string> {
  const names = new Set<string>();
  visit(document, { Field: (node) => void names.add(responseNameOf(node)) });
  return names;
}

function unusedName(name: string, usedNames: Set<string>): string {
  let number = 0;
  while (usedNames.has(`${name}_${number}`)) number++;
  usedNames.add(`${name}_${number}`);
  return `${name}_${number}`;
}

/** Converts the path of an error from names in the plan to the client's response names. */
export function inClientNames(error: GraphQLError, { clientNames }: PlanNames): GraphQLError {
  if (error.path === undefined) return error;
  const { message, extensions, originalError } = error;
  const path = error.path.map((step) => (typeof step === 'string' ? (clientNames.get(step) ?? step) : step));
  return new GraphQLError(message, { path, extensions, originalError });
}
