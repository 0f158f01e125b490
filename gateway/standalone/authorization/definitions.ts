import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { argumentOf, namedTypeOf, parseFieldSet } from '../../execution/index.js';

/** A field that another field requires. */
export interface FieldReference {
  readonly type: string;
  readonly field: string;
}

/** The definitions of a supergraph that authorization uses. Coordinates are `Type` and `Type.field`. */
export interface Definitions {
  readonly directives: ReadonlyMap<string, readonly ConstDirectiveNode[]>;
  /** The name of a field's type, without list and non-null wrappers. */
  typeOf(coordinate: string): string | undefined;
  /** The fields that a field requires (`@requires`), including nested ones. */
  requiredBy(coordinate: string): readonly FieldReference[];
  /** Interfaces whose interface objects (`@interfaceObject`) provide this field of the type in a subgraph. */
  interfacesProviding(type: string, field: string): readonly string[];
}

export function readDefinitions(document: DocumentNode): Definitions {
  const directives = new Map<string, readonly ConstDirectiveNode[]>();
  const fields = new Map<string, FieldDefinitionNode>();
  const interfaces = new Map<string, readonly string[]>();
  for (const definition of document.definitions) {
    if (!('name' in definition) || definition.name === undefined || definition.kind === Kind.DIRECTIVE_DEFINITION)
      continue;
    const type = definition.name.value;
    directives.set(type, [...(directives.get(type) ?? []), ...((definition.directives ?? []) as ConstDirectiveNode[])]); // Directives of type definitions are constant.
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    interfaces.set(
      type,
      (definition.interfaces ?? []).map(({ name }) => name.value),
    );
    for (const field of definition.fields ?? []) {
      fields.set(`${type}.${field.name.value}`, field);
      directives.set(`${type}.${field.name.value}`, field.directives ?? []);
    }
  }
  const typeOf = (coordinate: string) => {
    const field = fields.get(coordinate);
    return field && namedTypeOf(field.type);
  };
  return {
    directives,
    typeOf,
    requiredBy(coordinate) {
      const type = coordinate.split('.')[0] ?? '';
      const texts = joinFields(directives.get(coordinate)).flatMap(
        (directive) => argumentOf(directive, 'requires') ?? [],
      );
      return texts.flatMap((text) => coordinatesIn(parseFieldSet(text), type, typeOf));
    },
    interfacesProviding(type, field) {
      // For such a field, composition adds a join__field without a graph to the types of the interface.
      const added = joinFields(directives.get(`${type}.${field}`)).some(
        (directive) => argumentOf(directive, 'graph') === undefined,
      );
      return added ? (interfaces.get(type) ?? []).filter((name) => fields.has(`${name}.${field}`)) : [];
    },
  };
}

function joinFields(directives: readonly ConstDirectiveNode[] = []): ConstDirectiveNode[] {
  return directives.filter(({ name }) => name.value === 'join__field');
}

function coordinatesIn(
  selectionSet: SelectionSetNode | undefined,
  type: string,
  typeOf: Definitions['typeOf'],
): FieldReference[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return coordinatesIn(selection.selectionSet, selection.typeCondition?.name.value ?? type, typeOf);
    }
    if (selection.kind !== Kind.FIELD || selection.name.value.startsWith('__')) return [];
    const field = selection.name.value;
    return [{ type, field }, ...coordinatesIn(selection.selectionSet, typeOf(`${type}.${field}`) ?? '', typeOf)];
  });
}
