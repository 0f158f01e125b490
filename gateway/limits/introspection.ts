/** Removes graphql-js's suggestions of schema names ("Did you mean ...?") from a message. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean [\s\S]*$/, '');
}
