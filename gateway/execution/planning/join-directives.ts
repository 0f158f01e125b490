import {
  type ASTNode,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  type TypeNode,
} from 'graphql';

/** All uses of a directive, such as `join__type`, on types, fields and enum values of a supergraph. */
export function directivesNamed({ definitions }: DocumentNode, name: string): ConstDirectiveNode[] {
  return definitions.flatMap((definition) => {
    const parts = 'fields' in definition ? definition.fields : 'values' in definition ? definition.values : [];
    return [definition, ...(parts ?? [])].flatMap((element) => directivesOf(element, name));
  });
}

/** The uses of a directive on a type, field or enum value. */
export function directivesOf(element: ASTNode, name: string): ConstDirectiveNode[] {
  // Directives in SDL have constant arguments.
  const directives = 'directives' in element ? (element.directives as readonly ConstDirectiveNode[] | undefined) : [];
  return directives?.filter((directive) => directive.name.value === name) ?? [];
}

/**
 * The value of an argument as text: the content of a string or a name, as in `key` and `graph`, otherwise the literal
 * as written; undefined if the argument is absent.
 */
export function argumentOf({ arguments: values = [] }: DirectiveNode, name: string): string | undefined {
  const value = values.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING || value?.kind === Kind.ENUM ? value.value : value && print(value);
}

/** The name of a type without its list and non-null wrappers. */
export function namedTypeOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedTypeOf(type.type);
}

/**
 * Parses the field set of `key`, `requires` or `provides`.
 * @throws {Error} for other text
 */
export function parseFieldSet(text: string): SelectionSetNode {
  const [operation] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`Invalid field set: ${text}`);
  return operation.selectionSet;
}
