import type { FastifyReply } from 'fastify';
import { compileSource, readSource, type StoredResponse, sendNotModified } from '../gateway/index.js';
import { type FieldShape, type ObjectShape, type Shape, wireEnumValue } from './response-shape.js';

/** A complete HTTP response. The body is JSON unless `contentType` is set. */
export interface RestResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: string;
}

const jsonContentType = 'application/json';

/** A value that `JSON.stringify` writes as this JSON text (ECMAScript proposal "JSON.parse source text access"). */
export const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object };

/** Sends a complete response. */
export function send(reply: FastifyReply, response: RestResponse): FastifyReply {
  if (response.headers) reply.headers(response.headers);
  return sendText(reply, response.status, {
    text: response.body,
    contentType: response.contentType ?? jsonContentType,
  });
}

/** Sends a value as JSON. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendText(reply, status, { text: JSON.stringify(body), contentType: jsonContentType });
}

/** Sends a stored JSON response, or 304 to a client that already has it. */
export function sendStored(reply: FastifyReply, status: number, response: StoredResponse): void {
  if (!sendNotModified(reply, response)) reply.code(status).header('content-type', jsonContentType).send(response.body);
}

/** Sends a string. A custom serializer prevents the framework from changing the body and the content type. */
function sendText(reply: FastifyReply, status: number, body: { text: string; contentType: string }): FastifyReply {
  return reply.code(status).header('content-type', body.contentType).serializer(asText).send(body.text);
}

/** A serializer for values that are already strings. */
function asText(text: unknown): string {
  return text as string;
}

/** The digits, as sent by the client, of variables that exceed the range of `Int`. */
export type ExactIntegers = ReadonlyMap<string, string>;

/** The variables of a request, for response fields that repeat them. */
export interface RequestInput {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly exact?: ExactIntegers | undefined;
}

/**
 * Converts a value of the graph to a value that `JSON.stringify` writes as the response body. Does not modify its
 * input.
 */
export type ToBody = (value: unknown, input: RequestInput) => unknown;

/**
 * Conversions of scalar values, keyed by the name of the scalar, for example `Float`. They must accept null. Scalars
 * without an entry are not converted.
 */
export type ScalarConversions = Readonly<Record<string, (value: unknown) => unknown>>;

/**
 * Compiles the conversion to a response body. The generated function accesses each field by name, without lookups per
 * row.
 */
export function compileBody(shape: Shape, scalars: ScalarConversions = {}): ToBody {
  switch (shape.kind) {
    case 'list': {
      const item = compileBody(shape.item, scalars);
      return item === identity ? identity : eachItem(item);
    }
    case 'object': {
      const source = new ObjectSource(scalars);
      source.addFields(shape.fields, 'object');
      return source.compile();
    }
    case 'enum': {
      const texts = new Map<unknown, string>(shape.names.map((name) => [name, wireEnumValue(name)]));
      return (value) => texts.get(value) ?? value ?? null;
    }
    case 'scalar':
      return scalars[shape.scalar] ?? identity;
  }
}

function identity(value: unknown): unknown {
  return value ?? null;
}

/** Generates the source text of a function that creates the objects of one shape. */
class ObjectSource {
  readonly #constants = new Map<string, unknown>([['empty', {}]]);
  readonly #reads: string[] = [];
  readonly #entries: string[] = [];
  readonly #scalars: ScalarConversions;

  constructor(scalars: ScalarConversions) {
    this.#scalars = scalars;
  }

  addFields(fields: readonly FieldShape[], object: string): void {
    for (const field of fields) {
      if (field.inline && field.shape.kind === 'object') this.#addInline(field.shape, this.#read(field, object));
      else this.#addField(field, object);
    }
  }

  compile(): ToBody {
    const body = `return function toBody(object, input) {
      if (object === null || object === undefined) return null;
      ${this.#reads.join('\n')}
      return { ${this.#entries.join(', ')} };
    }`;
    return compileSource<ToBody>(body, this.#constants);
  }

  #addInline(shape: ObjectShape, variable: string): void {
    const inner = `${variable}o`;
    this.#reads.push(`const ${inner} = ${variable} ?? empty;`);
    this.addFields(shape.fields, inner);
  }

  #addField(field: FieldShape, object: string): void {
    this.#entries.push(`[${JSON.stringify(field.wireName)}]: ${this.#fieldSource(field, object)}`);
  }

  /** Returns source text for the value of a field; undefined values are omitted. */
  #fieldSource(field: FieldShape, object: string): string {
    if (field.constant !== undefined) return JSON.stringify(field.constant);
    const variable = this.#read(field, object);
    const value = this.#echoSource(field, variable);
    return field.absentWhenNull ? `(${value} ?? undefined)` : value;
  }

  #read(field: FieldShape, object: string): string {
    const variable = `v${this.#reads.length}`;
    this.#reads.push(`const ${variable} = ${readSource(object, field.name)};`);
    return variable;
  }

  /**
   * Returns source text for a field that repeats a variable: the variable's string or, if `Int` cannot represent it,
   * its digits.
   */
  #echoSource(field: FieldShape, variable: string): string {
    if (field.echo === undefined) return this.#valueSource(field, variable);
    const name = JSON.stringify(field.echo);
    // Within `Int`, the graph returns an integer unchanged.
    const echoedValue = isInteger(field.shape) ? variable : `(input.variables[${name}] ?? ${variable})`;
    this.#constants.set('exactDigits', exactDigits);
    return `(exactDigits(input, ${name}) ?? ${this.#valueSource(field, echoedValue)})`;
  }

  #valueSource({ shape, phrase }: FieldShape, variable: string): string {
    const toBody = phrase === undefined ? compileBody(shape, this.#scalars) : compilePhrase(phrase);
    if (toBody === identity) return `(${variable} ?? null)`;
    const form = `f${this.#constants.size}`;
    this.#constants.set(form, toBody);
    return `${form}(${variable}, input)`;
  }
}

function isInteger(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.scalar === 'Int';
}

function exactDigits({ exact }: RequestInput, name: string): object | undefined {
  const digits = exact?.get(name);
  return digits === undefined ? undefined : rawJSON(digits);
}

/** Compiles `@phrase`: inserts the value into its sentence. */
function compilePhrase(phrase: string): ToBody {
  const [before = '', after = ''] = phrase.split('{}');
  return (value) => (value === null || value === undefined ? null : `${before}${value}${after}`);
}

function eachItem(toBody: ToBody): ToBody {
  return (value, input) => (Array.isArray(value) ? value.map((item: unknown) => toBody(item, input)) : (value ?? null));
}

/** `@header`: a value of the data that is sent in a header. */
export interface HeaderField {
  readonly name: string;
  /** Path of response names to the value of the header. */
  readonly path: readonly string[];
  readonly description: string | undefined;
  readonly shape: Shape;
}

export type Headers = Readonly<Record<string, string>>;

/**
 * Splits a shape into the fields of the body and those that are sent in headers. Removes objects that become empty.
 * @throws {Error} for a header with several values
 */
export function separateHeaders(shape: ObjectShape): { shape: ObjectShape; headers: HeaderField[] } {
  const headers: HeaderField[] = [];
  return { shape: removeHeaders({ shape, path: [], headers }), headers };
}

/** Compiles a function that reads the header values from data. Null values are omitted. */
export function compileHeaders(fields: readonly HeaderField[]): (data: unknown) => Headers | undefined {
  if (fields.length === 0) return () => undefined;
  return (data) => {
    const headers: Record<string, string> = {};
    for (const { name, path } of fields) {
      const value = valueAt(data, path);
      if (value !== undefined && value !== null) headers[name] = String(value);
    }
    return headers;
  };
}

/** The value at a path of names; undefined if the path does not exist. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], data);
}

interface HeaderSearch {
  readonly path: readonly string[];
  readonly headers: HeaderField[];
}

function removeHeaders({ shape, path, headers }: HeaderSearch & { shape: ObjectShape }): ObjectShape {
  const fields = shape.fields.flatMap((field) => {
    const fieldPath = [...path, field.name];
    if (field.header !== undefined) {
      const { description } = field;
      headers.push({ name: field.header, path: fieldPath, description, shape: field.shape });
      return [];
    }
    if (field.shape.kind !== 'object') {
      assertNoHeaders(field.shape);
      return [field];
    }
    const inner = removeHeaders({ shape: field.shape, path: fieldPath, headers });
    return inner.fields.length === 0 && field.shape.fields.length > 0 ? [] : [{ ...field, shape: inner }];
  });
  return { ...shape, fields };
}

function assertNoHeaders(shape: Shape): void {
  if (shape.kind === 'list') assertNoHeaders(shape.item);
  if (shape.kind !== 'object') return;
  for (const field of shape.fields) {
    if (field.header !== undefined)
      throw new Error(`${field.name} is in a list, but a header can contain only one value`);
    assertNoHeaders(field.shape);
  }
}
