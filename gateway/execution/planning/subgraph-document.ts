import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parseType,
  type UnionTypeDefinitionNode,
} from 'graphql';
import { argumentOf, directivesOf } from './join-directives.js';
import { readLinkedFeatures } from './linked-features.js';

/**
 * The definitions of one subgraph in a supergraph (https://specs.apollo.dev/join/v0.5), without directives. Fields
 * whose arguments come from a context (`@fromContext`) are omitted.
 * @param graph the name of the subgraph in the directives of the supergraph
 */
export function subgraphDocument(supergraph: DocumentNode, graph: string): DocumentNode {
  const part = new SubgraphPart(graph);
  const features = readLinkedFeatures(supergraph);
  const definitions = supergraph.definitions.flatMap((node): DefinitionNode[] => {
    if (node.kind !== Kind.DIRECTIVE_DEFINITION) return part.definitionOf(node);
    return features.hasDirective(node.name.value) ? [] : [node];
  });
  return { kind: Kind.DOCUMENT, definitions: [...definitions, ...schemaOf(supergraph, definitions)] };
}

/**
 * Whether a part of a type belongs to a subgraph. A part without `join` directives belongs to every subgraph that has
 * the type.
 */
export function isPartOfGraph(graph: string, applications: readonly DirectiveNode[]): boolean {
  return applications.length === 0 || applications.some((application) => argumentOf(application, 'graph') === graph);
}

class SubgraphPart {
  readonly #graph: string;

  constructor(graph: string) {
    this.#graph = graph;
  }

  /** The subgraph's part of a type; empty if the subgraph has neither the type nor any part of it. */
  definitionOf(node: DefinitionNode): DefinitionNode[] {
    const typeApplications = this.#applicationsOfGraph(directivesOf(node, 'join__type'));
    if (typeApplications.length === 0) return [];
    switch (node.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
        return this.#compositeOf(node);
      case Kind.INTERFACE_TYPE_DEFINITION: {
        const isObject = typeApplications.some(
          (application) => argumentOf(application, 'isInterfaceObject') === 'true',
        );
        return this.#compositeOf(isObject ? { ...node, kind: Kind.OBJECT_TYPE_DEFINITION } : node);
      }
      case Kind.UNION_TYPE_DEFINITION:
        return [{ ...node, directives: [], types: this.#membersOf(node) }];
      case Kind.ENUM_TYPE_DEFINITION: {
        const values =
          node.values?.filter((value) => isPartOfGraph(this.#graph, directivesOf(value, 'join__enumValue'))) ?? [];
        return [{ ...node, directives: [], values: values.map((value) => ({ ...value, directives: [] })) }];
      }
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return [{ ...node, directives: [], fields: this.#fieldsOf(node.fields) }];
      case Kind.SCALAR_TYPE_DEFINITION:
        return [{ ...node, directives: [] }];
      default:
        return [];
    }
  }

  #applicationsOfGraph(applications: readonly DirectiveNode[]): DirectiveNode[] {
    return applications.filter((application) => argumentOf(application, 'graph') === this.#graph);
  }

  #compositeOf(node: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode): DefinitionNode[] {
    const implemented = this.#applicationsOfGraph(directivesOf(node, 'join__implements'));
    const names = implemented.map((application) => argumentOf(application, 'interface'));
    const interfaces = node.interfaces?.filter(({ name }) => names.includes(name.value)) ?? [];
    const fields = this.#fieldsOf<FieldDefinitionNode>(node.fields);
    return fields.length === 0 ? [] : [{ ...node, directives: [], interfaces, fields }];
  }

  #fieldsOf<Node extends FieldDefinitionNode | InputValueDefinitionNode>(fields: readonly Node[] = []): Node[] {
    return fields.flatMap((field) => {
      const applications = directivesOf(field, 'join__field');
      if (applications.length === 0) return [{ ...field, directives: [] }];
      const [application] = this.#applicationsOfGraph(applications);
      if (application === undefined || argumentOf(application, 'contextArguments') !== undefined) return [];
      const type = argumentOf(application, 'type');
      return [{ ...field, directives: [], ...(type !== undefined && { type: parseType(type, { noLocation: true }) }) }];
    });
  }

  #membersOf(node: UnionTypeDefinitionNode): UnionTypeDefinitionNode['types'] {
    const members = this.#applicationsOfGraph(directivesOf(node, 'join__unionMember')).map((each) =>
      argumentOf(each, 'member'),
    );
    return node.types?.filter(({ name }) => members.includes(name.value));
  }
}

/** The subgraph's schema definition: those root types of the supergraph that the subgraph has. */
function schemaOf(supergraph: DocumentNode, definitions: readonly DefinitionNode[]): DefinitionNode[] {
  const names = new Set(definitions.map((node) => ('name' in node ? node.name?.value : undefined)));
  return supergraph.definitions.flatMap((node) => {
    if (node.kind !== Kind.SCHEMA_DEFINITION) return [];
    const operationTypes = node.operationTypes.filter(({ type }) => names.has(type.name.value));
    return operationTypes.length === 0 ? [] : [{ ...node, directives: [], operationTypes }];
  });
}
