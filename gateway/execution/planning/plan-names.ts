import { type DocumentNode, type FieldNode, GraphQLError, Kind, print, visit } from 'graphql';
import { responseNameOf } from '../selection.js';
import { argumentOf, directivesNamed, parseFieldSet } from './join-directives.js';

/** Names of fields that plans fetch for subgraphs: keys, and what fields require. */
export interface RequiredNames {
  readonly all: ReadonlySet<string>;
  /** Whether some subgraph knows an interface as an object: then response names must not differ in meaning. */
  readonly hasInterfaceObjects: boolean;
}

/** Fields of an operation that plans fetch under other names than the client's. */
export interface PlanNames {
  /** The operation for the planner. */
  readonly document: DocumentNode;
  /** By the client's field. */
  readonly byField: ReadonlyMap<FieldNode, string>;
  /** The client's names by those of the plan. */
  readonly clientNames: ReadonlyMap<string, string>;
}

/** Reads the keys (`@join__type`) and requirements (`@join__field`) of a supergraph. */
export function readRequiredNames(supergraph: DocumentNode): RequiredNames {
  const types = directivesNamed(supergraph, 'join__type');
  const keys = types.map((type) => argumentOf(type, 'key'));
  const requirements = directivesNamed(supergraph, 'join__field').map((field) => argumentOf(field, 'requires'));
  const all = new Set<string>();
  for (const fieldSet of [...keys, ...requirements]) {
    if (fieldSet !== undefined) visit(parseFieldSet(fieldSet), { Field: ({ name }) => void all.add(name.value) });
  }
  return { all, hasInterfaceObjects: types.some((type) => argumentOf(type, 'isInterfaceObject') === 'true') };
}

/**
 * Apollo's planner fetches what subgraphs need under the names of the fields, and takes for it what the client asked for under
 * the same name: another field by an alias, or the same with other arguments. It also mixes up fields of different types under one
 * response name where a subgraph knows the types by their interface only. Such fields get names of their own in the plan.
 * Undefined where the operation has none.
 */
export function namesForPlan(document: DocumentNode, required: RequiredNames): PlanNames | undefined {
  const byField = new Map<FieldNode, string>();
  const byMeaning = new Map<string, string>();
  const clientNames = new Map<string, string>();
  const ambiguous = required.hasInterfaceObjects ? ambiguousNames(document) : none;
  const taken = new Set([...responseNames(document), ...required.all]);
  const renamed = visit(document, {
    Field(node) {
      const clientName = responseNameOf(node);
      if (!mayClash(node, required) && !ambiguous.has(clientName)) return undefined;
      const meaning = `${clientName} ${meaningOf(node)}`;
      const name = byMeaning.get(meaning) ?? freeName(clientName, taken);
      byMeaning.set(meaning, name);
      byField.set(node, name);
      clientNames.set(name, clientName);
      // What lies below is visited in the new field; its fields are still the client's own.
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

/** Response names that stand for different fields, on different types or at different places. */
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

/** Equal for fields that may share a response name (GraphQL specification, field selection merging). */
function textOfArguments({ arguments: given = [] }: FieldNode): string {
  return given
    .map((argument) => print(argument))
    .sort()
    .join(', ');
}

function responseNames(document: DocumentNode): Set<string> {
  const names = new Set<string>();
  visit(document, { Field: (node) => void names.add(responseNameOf(node)) });
  return names;
}

function freeName(name: string, taken: Set<string>): string {
  let number = 0;
  while (taken.has(`${name}_${number}`)) number++;
  taken.add(`${name}_${number}`);
  return `${name}_${number}`;
}

/** An error with the place that it has for the client. */
export function inClientNames(error: GraphQLError, { clientNames }: PlanNames): GraphQLError {
  if (error.path === undefined) return error;
  const { message, extensions, originalError } = error;
  const path = error.path.map((step) => (typeof step === 'string' ? (clientNames.get(step) ?? step) : step));
  return new GraphQLError(message, { path, extensions, originalError });
}
