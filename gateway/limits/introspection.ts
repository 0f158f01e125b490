import type { DocumentNode } from 'graphql';
import { BREAK, visit } from 'graphql';

/** Whether a document uses introspection. `__typename` does not count, because it reveals nothing beyond the data. */
export function usesIntrospection(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Field(field) {
      if (field.name.value !== '__schema' && field.name.value !== '__type') return undefined;
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}

/** Removes graphql-js's suggestions of schema names ("Did you mean ...?") from a message. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean [\s\S]*$/, '');
}
