/** Converts a name in camel case to snake case: `maxCost` becomes `max_cost`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
