/** A number as it is in a JSON text. */
interface ExactNumber {
  readonly rawJSON: string;
}

const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};
const parseWithSource = JSON.parse as (
  text: string,
  revive: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/**
 * Parses a JSON text such that `JSON.stringify` writes its numbers as they are in the text: numbers that JavaScript
 * would write differently, such as integers above 2^53, become values of `JSON.rawJSON`.
 * @throws {SyntaxError}
 */
export function parseExactly(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  );
}

/** Whether a value is a number that {@link parseExactly} has preserved as text. */
export const isExactNumber = isRawJSON;
