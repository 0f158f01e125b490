import { enumOnTheWire, type FieldShape, type ObjectShape, type Shape } from './response-shape.js';

/** Variables that were out of the range of `Int`, with the digits that the client sent. */
export type ExactIntegers = ReadonlyMap<string, string>;

/** What a request said, for the fields that repeat it. */
export interface Said {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly exact: ExactIntegers | undefined;
}

/** True when the answer differs from the data, so that the compiled serializer alone cannot write it. */
export function needsReshaping(shape: Shape): boolean {
  if (shape.kind === 'list') return needsReshaping(shape.item);
  if (shape.kind !== 'object') return false;
  return shape.fields.some(
    (field) => field.inline || field.constant !== undefined || repeatsText(field) || needsReshaping(field.shape),
  );
}

/** The graph may write a text that it was given in another form; integers within `Int` it repeats as they are. */
function repeatsText({ echo, shape }: FieldShape): boolean {
  return echo !== undefined && !(shape.kind === 'scalar' && shape.scalar === 'Int');
}

/** The JSON text of an answer whose shape differs from its data, or that repeats integers beyond `Int`. */
export function writeReshaped(options: { shape: Shape; data: unknown; said: Said }): string {
  return JSON.stringify(reshape(options));
}

function reshape(options: { shape: Shape; data: unknown; said: Said }): unknown {
  const { shape, data, said } = options;
  if (data === null || data === undefined) return null;
  if (shape.kind === 'enum') return enumOnTheWire(String(data));
  if (shape.kind === 'scalar') return data;
  if (shape.kind === 'list') {
    return (data as readonly unknown[]).map((item) => reshape({ shape: shape.item, data: item, said }));
  }
  return Object.fromEntries(fieldEntries({ shape, data: data as Readonly<Record<string, unknown>>, said }));
}

function fieldEntries(options: {
  shape: ObjectShape;
  data: Readonly<Record<string, unknown>>;
  said: Said;
}): [string, unknown][] {
  const { shape, data, said } = options;
  return shape.fields.flatMap((field: FieldShape): [string, unknown][] => {
    if (field.constant !== undefined) return [[field.name, field.constant]];
    const value = data[field.name];
    if (field.inline && field.shape.kind === 'object') {
      return fieldEntries({ shape: field.shape, data: value as Readonly<Record<string, unknown>>, said });
    }
    const digits = field.echo === undefined ? undefined : said.exact?.get(field.echo);
    if (digits !== undefined) return [[field.name, rawJson(digits)]];
    const repeated = field.echo === undefined ? undefined : said.variables[field.echo];
    return [[field.name, reshape({ shape: field.shape, data: repeated ?? value, said })]];
  });
}

/** `JSON.rawJSON` is in the runtime but not yet in the compiler's library. */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;
