import { compileSource, quoteString, readSource, writeAny } from '../gateway/index.js';
import { enumOnTheWire, type FieldShape, type ObjectShape, type Shape } from './response-shape.js';

/** Variables that were out of the range of `Int`, with the digits that the client sent. */
export type ExactIntegers = ReadonlyMap<string, string>;

/** What a request said, for the fields that repeat it. */
export interface Said {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly exact: ExactIntegers | undefined;
}

/** Writes a value as JSON text. */
export type Write = (value: unknown, said: Said) => string;

/**
 * Compiles a writer of the JSON of an answer: a function whose text names each field of each object, so that nothing has to be
 * looked up per row.
 * @throws {Error} for an object whose first field may be absent
 */
export function compileWriter(shape: Shape): Write {
  switch (shape.kind) {
    case 'list':
      return writeList(compileWriter(shape.item));
    case 'object':
      return compileObject(shape);
    case 'enum': {
      const texts = new Map<unknown, string>(shape.names.map((name) => [name, JSON.stringify(enumOnTheWire(name))]));
      return (value) => texts.get(value) ?? writeAny(value ?? null);
    }
    case 'scalar':
      return (value) => writeAny(value ?? null);
  }
}

function compileObject(shape: ObjectShape): Write {
  const source = new ObjectSource();
  source.addFields(shape.fields, 'object');
  return source.compile();
}

/** The text of a function that writes the objects of one shape. */
class ObjectSource {
  readonly #constants = new Map<string, unknown>([
    ['quoteString', quoteString],
    ['empty', {}],
  ]);
  readonly #reads: string[] = [];
  readonly #texts: string[] = [];

  addFields(fields: readonly FieldShape[], object: string): void {
    for (const field of fields) {
      if (field.inline && field.shape.kind === 'object') this.#addInline(field.shape, this.#read(field, object));
      else this.#addField(field, object);
    }
  }

  compile(): Write {
    const body = `return function writeObject(object, said) {
      if (object === null || object === undefined) return "null";
      ${this.#reads.join('\n')}
      return ${this.#texts.length === 0 ? '"{}"' : `${this.#texts.join('\n + ')} + "}"`};
    }`;
    return compileSource<Write>(body, this.#constants);
  }

  #addInline(shape: ObjectShape, variable: string): void {
    const inner = `${variable}o`;
    this.#reads.push(`const ${inner} = ${variable} ?? empty;`);
    this.addFields(shape.fields, inner);
  }

  #addField(field: FieldShape, object: string): void {
    const isFirst = this.#texts.length === 0;
    const name = `${isFirst ? '{' : ','}${JSON.stringify(field.wireName)}:`;
    if (field.constant !== undefined) {
      this.#texts.push(JSON.stringify(name + JSON.stringify(field.constant)));
      return;
    }
    const variable = this.#read(field, object);
    const text = `${JSON.stringify(name)} + ${this.#echoSource(field, variable)}`;
    if (field.absentWhenNull && isFirst)
      throw new Error(`${field.name} is the first of its object: it cannot be absent`);
    this.#texts.push(
      field.absentWhenNull ? `(${variable} === null || ${variable} === undefined ? "" : ${text})` : text,
    );
  }

  #read(field: FieldShape, object: string): string {
    const variable = `v${this.#reads.length}`;
    this.#reads.push(`const ${variable} = ${readSource(object, field.name)};`);
    return variable;
  }

  /** A field that repeats the request has its text, or its digits where `Int` cannot hold them. */
  #echoSource(field: FieldShape, variable: string): string {
    if (field.echo === undefined) return this.#valueSource(field, variable);
    const name = JSON.stringify(field.echo);
    // Within `Int` the graph repeats an integer as it is.
    const repeated = isInteger(field.shape) ? variable : `(said.variables[${name}] ?? ${variable})`;
    return `(said.exact?.get(${name}) ?? ${this.#valueSource(field, repeated)})`;
  }

  /** Source text that writes a field's value; the commonest leaves are written in place. */
  #valueSource({ shape, phrase }: FieldShape, variable: string): string {
    const write = `w${this.#constants.size}`;
    this.#constants.set(write, phrase === undefined ? compileWriter(shape) : phraseWriter(phrase));
    const otherwise = `${write}(${variable}, said)`;
    if (phrase !== undefined) return otherwise;
    if (isText(shape)) return `(typeof ${variable} === "string" ? quoteString(${variable}) : ${otherwise})`;
    return isInteger(shape) || (shape.kind === 'scalar' && shape.scalar === 'Float')
      ? `(Number.isFinite(${variable}) ? ${variable} : ${otherwise})`
      : otherwise;
  }
}

function isText(shape: Shape): boolean {
  return shape.kind === 'scalar' && (shape.scalar === 'String' || shape.scalar === 'ID');
}

function isInteger(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.scalar === 'Int';
}

/** `@phrase`: the value within its sentence. */
function phraseWriter(phrase: string): Write {
  const [before = '', after = ''] = phrase.split('{}');
  return (value) => (value === null || value === undefined ? 'null' : quoteString(`${before}${value}${after}`));
}

function writeList(write: Write): Write {
  return (value, said) => {
    if (!Array.isArray(value)) return writeAny(value ?? null);
    let text = '[';
    for (let index = 0; index < value.length; index++) {
      text += index === 0 ? write(value[index], said) : `,${write(value[index], said)}`;
    }
    return `${text}]`;
  };
}
