import { maxCharacters } from '../../../../platform/input-limits.js';
import { isObject } from '../../../../platform/is-object.js';
import { isNestedDeeperThan } from '../../../../platform/nesting.js';
import { isExactNumber, parseExactly } from '../../../../platform/parse-exactly.js';
import { parseAddress, parseRange, RangeIndex } from './address.js';

/** Maximum nesting of a configuration, which is written as JSON for each controller. */
const maxNesting = 100;

/** A department, and the configuration that its controllers receive. */
export interface Department {
  readonly name: string;
  /** Addresses and address ranges in canonical form. */
  readonly addresses: readonly string[];
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** All departments, in the order of the document. */
export interface Departments {
  readonly list: readonly Department[];
  /**
   * Returns the first department that contains any of these addresses; undefined if none does. Strings that are not
   * addresses are ignored.
   */
  match(addresses: readonly string[]): Department | undefined;
}

/**
 * Parses the JSON of the departments: `[{name, addresses: [address or range], configuration: {}}]`.
 * @throws {Error} whose message describes the problem
 */
export function parseDepartments(text: string): Departments {
  const parsed = parseJson(text.replace(/^\ufeff/, ''));
  if (!Array.isArray(parsed)) throw new Error('it must be a JSON array of departments');
  return departmentsOf(parsed.map(checkDepartment));
}

function departmentsOf(list: readonly Department[]): Departments {
  const ranges = new RangeIndex();
  for (const [position, department] of list.entries()) {
    for (const addressText of department.addresses) {
      const range = parseRange(addressText);
      if (range !== undefined) ranges.add(range, position);
    }
  }
  return {
    list,
    match(addresses) {
      let first: number | undefined;
      for (const text of addresses) {
        const address = parseAddress(text);
        const position = address === undefined ? undefined : ranges.find(address);
        if (position !== undefined && (first === undefined || position < first)) first = position;
      }
      return first === undefined ? undefined : list[first];
    },
  };
}

export const emptyDepartments: Departments = departmentsOf([]);

function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${(error as Error).message}`); // `parseExactly` throws only instances of Error.
  }
}

function checkDepartment(value: unknown, index: number): Department {
  const location = `department ${index + 1}`;
  if (!isObject(value)) throw new Error(`${location} must be an object`);
  const { name, addresses, configuration } = value;
  if (typeof name !== 'string' || name === '' || name.length > maxCharacters.departmentName) {
    throw new Error(`${location}: name must be a string of 1 to ${maxCharacters.departmentName} characters`);
  }
  if (!Array.isArray(addresses)) throw new Error(`${location} (${name}): addresses must be an array`);
  if (!isObject(configuration) || isExactNumber(configuration))
    throw new Error(`${location} (${name}): configuration must be an object`);
  if (isNestedDeeperThan(configuration, maxNesting))
    throw new Error(`${location} (${name}): configuration must not be nested deeper than ${maxNesting} levels`);
  return { name, configuration, addresses: addresses.map((range) => rangeText(range, `${location} (${name})`)) };
}

function rangeText(value: unknown, location: string): string {
  const range = typeof value === 'string' ? parseRange(value.trim()) : undefined;
  if (range === undefined) throw new Error(`${location}: ${JSON.stringify(value)} is not an address or CIDR range`);
  return range.text;
}
