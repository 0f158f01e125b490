import { type DefinitionNode, type DirectiveNode, type DocumentNode, Kind, type NameNode } from 'graphql';
import { type LinkedFeatures, readLinkedFeatures } from './linked-features.js';

/**
 * The API schema as SDL, from a supergraph that composition has validated. Omits definitions imported by `@link` and,
 * unless `all` is true, `@inaccessible` elements; composition has verified that no accessible element uses them.
 */
export function apiDocument(supergraph: DocumentNode, { all }: { readonly all: boolean }): DocumentNode {
  return new ApiDocument(supergraph, all).document;
}

/** A part of a schema that can have directives. */
interface Element {
  readonly directives?: readonly DirectiveNode[] | undefined;
}

class ApiDocument {
  readonly document: DocumentNode;
  readonly #features: LinkedFeatures;
  readonly #all: boolean;
  readonly #hiddenTypes: ReadonlySet<string>;

  constructor(supergraph: DocumentNode, all: boolean) {
    this.#features = readLinkedFeatures(supergraph);
    this.#all = all;
    const definitions = supergraph.definitions.filter((node) => !this.#isOfFeature(node));
    const hidden = definitions.filter((node) => 'directives' in node && this.#isHidden(node));
    this.#hiddenTypes = new Set(hidden.map(nameOf));
    const visibleDefinitions = definitions.filter((node) => !this.#hiddenTypes.has(nameOf(node)));
    this.document = { kind: Kind.DOCUMENT, definitions: visibleDefinitions.map((node) => this.#visiblePartOf(node)) };
  }

  #isOfFeature(node: DefinitionNode): boolean {
    const name = nameOf(node);
    return node.kind === Kind.DIRECTIVE_DEFINITION ? this.#features.hasDirective(name) : this.#features.hasType(name);
  }

  #isHidden({ directives = [] }: Element): boolean {
    return !this.#all && directives.some(({ name }) => name.value === this.#features.inaccessible);
  }

  /** Returns a definition with only its visible parts. */
  #visiblePartOf(node: DefinitionNode): DefinitionNode {
    switch (node.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION: {
        const fields = this.#shown(node.fields).map((field) => ({ ...field, arguments: this.#shown(field.arguments) }));
        return { ...this.#withoutFeatures(node), interfaces: this.#visibleTypes(node.interfaces), fields };
      }
      case Kind.UNION_TYPE_DEFINITION:
        return { ...this.#withoutFeatures(node), types: this.#visibleTypes(node.types) };
      case Kind.ENUM_TYPE_DEFINITION:
        return { ...this.#withoutFeatures(node), values: this.#shown(node.values) };
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return { ...this.#withoutFeatures(node), fields: this.#shown(node.fields) };
      case Kind.DIRECTIVE_DEFINITION:
        return { ...node, arguments: this.#shown(node.arguments) };
      case Kind.SCALAR_TYPE_DEFINITION:
      case Kind.SCHEMA_DEFINITION:
        return this.#withoutFeatures(node);
      default:
        return node;
    }
  }

  #shown<Node extends Element>(nodes: readonly Node[] = []): Node[] {
    return nodes.filter((node) => !this.#isHidden(node)).map((node) => this.#withoutFeatures(node));
  }

  #withoutFeatures<Node extends Element>(node: Node): Node {
    return { ...node, directives: node.directives?.filter(({ name }) => !this.#features.hasDirective(name.value)) };
  }

  #visibleTypes<Node extends { readonly name: NameNode }>(nodes: readonly Node[] = []): Node[] {
    return nodes.filter(({ name }) => !this.#hiddenTypes.has(name.value));
  }
}

/** The name of a definition; empty for the schema. */
function nameOf(node: DefinitionNode): string {
  return 'name' in node ? (node.name?.value ?? '') : '';
}
