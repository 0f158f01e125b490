import { isCalendarDate } from './calendar-date.js';
import { type DomainError, invalidArgument } from './domain-error.js';
import { quoted } from './quoted.js';

/** Reads the values of a query parameter, which are in the order of the request. */
export type ParameterReader<Value> = (texts: readonly string[], name: string) => Value;

/**
 * Readers of the query parameters of a filter: for each parameter name, the field of the filter and the reader of its
 * values.
 */
export type ParameterReaders = Readonly<Record<string, readonly [field: string, read: ParameterReader<unknown>]>>;

/**
 * The values of the filter's fields whose parameters are present.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` for an unknown name or an invalid value
 */
export function readParameters(parameters: URLSearchParams, readers: ParameterReaders): Record<string, unknown> {
  const fields = [...new Set(parameters.keys())].map((name) => {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    // If an invalid filter were ignored, records that the client excluded would be exported.
    if (reader === undefined)
      throw invalidParameter(name, `is unknown: expected one of format, ${Object.keys(readers).join(', ')}`);
    const [field, readValue] = reader;
    return [field, readValue(parameters.getAll(name), name)];
  });
  return Object.fromEntries(fields);
}

/**
 * The only value of a parameter; empty if there is none.
 * @throws {DomainError} BAD_USER_INPUT if there are several values
 */
export function single(texts: readonly string[], name: string): string {
  const [text = '', ...others] = texts;
  if (others.length > 0) throw invalidParameter(name, 'must not be specified more than once');
  return text;
}

/**
 * The value of a parameter; undefined if there is none.
 * @throws {DomainError} BAD_USER_INPUT if there are several values
 */
export function optional(parameters: URLSearchParams, name: string): string | undefined {
  return parameters.has(name) ? single(parameters.getAll(name), name) : undefined;
}

/** Creates a reader for values of an enum, in upper or lower case. The reader throws a DomainError for other values. */
export function oneOf<Value extends string>(values: readonly Value[]): ParameterReader<Value[]> {
  return (texts, name) =>
    texts.map((text) => {
      const choice = values.find((value) => value === text.toLowerCase());
      if (choice === undefined) throw invalidChoice(name, values, text);
      return choice;
    });
}

export function flag(texts: readonly string[], name: string): boolean {
  return oneOf(['true', 'false'])([single(texts, name)], name)[0] === 'true';
}

/** @throws {DomainError} BAD_USER_INPUT for another format, or a time without a UTC offset */
export function time(texts: readonly string[], name: string): Date {
  const text = single(texts, name);
  const value = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isTime || Number.isNaN(value.getTime()) || !isCalendarDate(text.slice(0, 10))) {
    throw invalidParameter(
      name,
      `must be an ISO 8601 time with a UTC offset, such as 2027-01-31T12:00:00Z, not ${quoted(text)}`,
    );
  }
  return value;
}

export function invalidParameter(argument: string, rule: string): DomainError {
  return invalidArgument(argument, `${argument} ${rule}`);
}

/**
 * The format of an export, default NDJSON, and the remaining parameters.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` for another format, or several
 */
export function formatOf<Format extends string>(
  parameters: URLSearchParams,
  formats: readonly Format[],
): { format: Format; rest: URLSearchParams } {
  const rest = new URLSearchParams(parameters);
  rest.delete('format');
  return { format: namedFormat(optional(parameters, 'format') ?? 'ndjson', formats), rest };
}

/** @throws {DomainError} BAD_USER_INPUT `{ argument: 'format' }` unless it is the name of one of the formats */
export function namedFormat<Format extends string>(name: string, formats: readonly Format[]): Format {
  const format = formats.find((candidate) => candidate === name);
  if (format !== undefined) return format;
  throw invalidChoice('format', formats, name);
}

function invalidChoice(argument: string, values: readonly string[], text: string): DomainError {
  return invalidParameter(argument, `must be one of ${values.join(', ')}, not ${quoted(text)}`);
}
