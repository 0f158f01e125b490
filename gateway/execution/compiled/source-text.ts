/**
 * Names of properties that every object inherits. Reading a field with such a name requires a check for own properties.
 */
const inheritedNames = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The value of an object's own property; undefined if the object does not have it. */
export function ownValue(object: object, name: string): unknown {
  // The type of an own property is unknown, so reading it as unknown is always correct.
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/**
 * Source text of an expression that reads a property of a variable. The property name is quoted, so it cannot inject
 * code.
 */
export function readSource(variable: string, name: string): string {
  const quoted = JSON.stringify(name);
  return inheritedNames.has(name)
    ? `(Object.hasOwn(${variable}, ${quoted}) ? ${variable}[${quoted}] : undefined)`
    : `${variable}[${quoted}]`;
}

/** Compiles a function from source text; `constants` are in its scope by name. */
export function compileSource<T>(body: string, constants: ReadonlyMap<string, unknown>): T {
  // The text consists of templates in this project, generated identifiers, and names quoted by JSON.stringify.
  const factory = new Function(...constants.keys(), `"use strict";\n${body}`);
  return factory(...constants.values());
}
