import type { ColumnType, ColumnValue, RecordColumn } from '../../platform/record-formats/index.js';
import { snakeCase } from '../../platform/snake-case.js';
import { valueAt } from '../response.js';
import { type FieldShape, type Shape, wireEnumValue } from '../response-shape.js';

/** A record of a list, as the graph returns it. */
export type ListRecord = Readonly<Record<string, unknown>>;

/**
 * The columns for the fields of a record, with REST names. Fields of nested objects are prefixed with the name of the
 * object, as in `owner_name`.
 * @throws {Error} for a list of objects, which a column cannot contain
 */
export function columnsOf(fields: readonly FieldShape[], path: readonly string[] = []): RecordColumn<ListRecord>[] {
  return fields.flatMap(({ name, shape }) => {
    const ownPath = [...path, name];
    if (shape.kind === 'object') return columnsOf(shape.fields, ownPath);
    const { type, convert } = conversionOf(shape, ownPath.join('.'));
    return [
      {
        name: ownPath.map(snakeCase).join('_'),
        type,
        of(record) {
          const value = valueAt(record, ownPath);
          return value === null || value === undefined ? null : convert(value);
        },
      },
    ];
  });
}

interface Conversion {
  readonly type: ColumnType;
  /** Converts a value that is not null. The graph returns values of the field's type. */
  convert(value: unknown): ColumnValue;
}

const unchanged = (value: unknown) => value as ColumnValue;
const conversions: Readonly<Record<string, Conversion>> = {
  String: { type: 'string', convert: unchanged },
  ID: { type: 'string', convert: unchanged },
  Date: { type: 'string', convert: String },
  Int: { type: 'integer', convert: unchanged },
  BigInt: { type: 'number', convert: Number },
  Float: { type: 'number', convert: unchanged },
  Boolean: { type: 'boolean', convert: unchanged },
  DateTime: { type: 'time', convert: (value) => new Date(value as string).getTime() / 1000 },
  JSON: { type: 'json', convert: unchanged },
};
const enumValue: Conversion = { type: 'string', convert: (value) => wireEnumValue(value as string) };

function conversionOf(shape: Shape, name: string): Conversion {
  if (shape.kind === 'enum') return enumValue;
  if (shape.kind === 'list') {
    const { type, convert } = conversionOf(shape.item, name);
    // A list of strings contains only strings.
    if (type === 'string') return { type: 'strings', convert: (value) => (value as []).map(convert) as string[] };
  }
  const conversion = shape.kind === 'scalar' ? conversions[shape.scalar] : undefined;
  if (conversion === undefined) throw new Error(`${name} cannot be a column: select values, or lists of strings`);
  return conversion;
}
