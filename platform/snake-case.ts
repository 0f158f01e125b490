/** A name in camel case as words joined with underscores: `maxCost` becomes `max_cost`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
