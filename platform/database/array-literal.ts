const needsEscape = /["\\]/;
const escaped = /["\\]/g;

/**
 * An array as PostgreSQL reads it (manual, "Array Input and Output Syntax"), for long ones and for arrays of arrays, which
 * unnest does not take. The driver looks at each text twice and at each number as if it were text.
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) literal += ',';
    const value = values[index];
    if (value === null || value === undefined) literal += 'NULL';
    else literal += needsEscape.test(value) ? `"${value.replaceAll(escaped, '\\$&')}"` : `"${value}"`;
  }
  return `${literal}}`;
}

/** The same of numbers. */
export function numbersLiteral(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}
