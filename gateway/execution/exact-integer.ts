const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/**
 * Creates a value for an integer that a JavaScript number cannot represent exactly. `JSON.stringify` writes all of its
 * digits (ECMAScript proposal "JSON.parse source text access").
 */
export function exactInteger(digits: string): object {
  return rawJSON(digits);
}

/** Whether a value was created by {@link exactInteger}. */
export function isExactInteger(value: unknown): boolean {
  return isRawJSON(value);
}
