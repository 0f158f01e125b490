export interface ExactNumber {
  readonly rawJSON: string;
}

const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};

/**
 * Creates a value for an integer that a JavaScript number cannot represent exactly. `JSON.stringify` writes all of its
 * digits (ECMAScript proposal "JSON.parse source text access").
 */
export function exactNumber(digits: string): ExactNumber {
  return rawJSON(digits);
}

/** Whether a value was created by {@link exactNumber} or, in variables, by the program with `JSON.rawJSON`. */
export const isExactNumber = isRawJSON;
