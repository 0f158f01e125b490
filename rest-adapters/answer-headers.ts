import type { ObjectShape, Shape } from './response-shape.js';

/** `@header`: a value of the data that is sent in a header. */
export interface HeaderField {
  readonly name: string;
  /** Response names that lead to the value. */
  readonly path: readonly string[];
  readonly description: string | undefined;
  readonly shape: Shape;
}

export type Headers = Readonly<Record<string, string>>;

/**
 * Takes the fields that are sent in headers out of a shape, with the objects of which nothing else is left.
 * @throws {Error} for a header that would have several values
 */
export function separateHeaders(shape: ObjectShape): { shape: ObjectShape; headers: HeaderField[] } {
  const headers: HeaderField[] = [];
  return { shape: withoutHeaders({ shape, path: [], headers }), headers };
}

/** Compiles a reader of headers from data. Values that are null give no header. */
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

/** What lies at the end of a path of names; undefined where the path ends before. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], data);
}

interface Place {
  readonly path: readonly string[];
  readonly headers: HeaderField[];
}

function withoutHeaders({ shape, path, headers }: Place & { shape: ObjectShape }): ObjectShape {
  const fields = shape.fields.flatMap((field) => {
    const place = [...path, field.name];
    if (field.header !== undefined) {
      const { description } = field;
      headers.push({ name: field.header, path: place, description, shape: field.shape });
      return [];
    }
    if (field.shape.kind !== 'object') {
      refuseHeadersIn(field.shape);
      return [field];
    }
    const inner = withoutHeaders({ shape: field.shape, path: place, headers });
    return inner.fields.length === 0 && field.shape.fields.length > 0 ? [] : [{ ...field, shape: inner }];
  });
  return { ...shape, fields };
}

function refuseHeadersIn(shape: Shape): void {
  if (shape.kind === 'list') refuseHeadersIn(shape.item);
  if (shape.kind !== 'object') return;
  for (const field of shape.fields) {
    if (field.header !== undefined) throw new Error(`${field.name} is in a list: a header has one value`);
    refuseHeadersIn(field.shape);
  }
}
