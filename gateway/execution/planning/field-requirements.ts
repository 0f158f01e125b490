import { type DefinitionNode, type DocumentNode, type FieldDefinitionNode, Kind } from 'graphql';
import { argumentOf, directivesOf, parseFieldSet } from './join-directives.js';

/** Names of the fields that each field requires, keyed by subgraph, then by field name. */
export type FieldRequirements = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Reads the requirements of fields (`@join__field(requires:)`) from a supergraph. */
export function readFieldRequirements(supergraph: DocumentNode): FieldRequirements {
  const subgraphs = readSubgraphNames(supergraph);
  const requirements = new Map<string, Map<string, readonly string[]>>();
  for (const { name, directives } of supergraph.definitions.flatMap(fieldsOf)) {
    for (const directive of directives ?? []) {
      const required = argumentOf(directive, 'requires');
      const subgraph = subgraphs.get(argumentOf(directive, 'graph') ?? '');
      if (directive.name.value !== 'join__field' || required === undefined || subgraph === undefined) continue;
      const ofSubgraph = requirements.get(subgraph) ?? new Map<string, readonly string[]>();
      // Types of an interface may have different requirements.
      const names = [...(ofSubgraph.get(name.value) ?? []), ...fieldNamesOf(required)];
      requirements.set(subgraph, ofSubgraph.set(name.value, names));
    }
  }
  return requirements;
}

function fieldsOf(node: DefinitionNode): readonly FieldDefinitionNode[] {
  const isComposite = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;
  return isComposite ? (node.fields ?? []) : [];
}

/** Subgraph names, keyed by the names that the supergraph's directives use. */
export function readSubgraphNames(supergraph: DocumentNode): ReadonlyMap<string, string> {
  const subgraphs = new Map<string, string>();
  const values = supergraph.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION ? (node.values ?? []) : [],
  );
  for (const value of values) {
    const [graph] = directivesOf(value, 'join__graph');
    const subgraph = graph && argumentOf(graph, 'name');
    if (subgraph !== undefined) subgraphs.set(value.name.value, subgraph);
  }
  return subgraphs;
}

/** Names of the fields of a field set, without nested fields. */
export function fieldNamesOf(fieldSet: string): string[] {
  return parseFieldSet(fieldSet).selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
}
