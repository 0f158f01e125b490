import { type DirectiveNode, type DocumentNode, Kind, parse, print, type SelectionSetNode, visit } from 'graphql';

/** The uses of a directive in a supergraph, such as `join__type`. */
export function directivesNamed(supergraph: DocumentNode, name: string): DirectiveNode[] {
  const found: DirectiveNode[] = [];
  visit(supergraph, {
    Directive(directive) {
      if (directive.name.value === name) found.push(directive);
    },
  });
  return found;
}

/**
 * The text of a string or a name, as in `key` and `graph`, otherwise the value as it is written; undefined if the
 * argument is absent.
 */
export function argumentOf({ arguments: values = [] }: DirectiveNode, name: string): string | undefined {
  const value = values.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : value && print(value);
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
