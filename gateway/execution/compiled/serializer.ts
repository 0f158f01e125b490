import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { collectForTypes, type MergedField, type SharedSelections } from '../merged-selection.js';
import { selectOperation } from '../operation.js';
import type { OperationSource } from '../selection.js';
import { quoteString, writeAny } from './json-text.js';
import { compileSource, readSource } from './source-text.js';

export interface SerializerOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string;
}

/** Writes one value as JSON text. Undefined is written as null; callers leave absent fields out. */
type Write = (value: unknown) => string;

/**
 * Compiles a writer of JSON for the data of one operation. It writes what the operation asks for, in its order, and nothing
 * else: fields that data lacks because of `@skip`, `@include` or a type condition are left out, null is written as null.
 */
export function compileSerializer(options: SerializerOptions): (data: unknown) => string {
  const { operation, fragments, document } = selectOperation(options.document, options.operationName);
  const type = options.schema.getRootType(operation.operation);
  if (!type) throw new Error(`The schema has no type for ${operation.operation} operations`);
  const source: OperationSource = { schema: options.schema, operation, fragments };
  const compiler = new SerializerCompiler(source);
  if (document.definitions.length === 0) throw new Error('The document is empty');
  const selections = [{ selectionSet: operation.selectionSet, type, isConditional: false }];
  return compiler.compileSelections([type], { selections, dependsOnType: false });
}

class SerializerCompiler {
  private readonly enums = new Map<GraphQLEnumType, ReadonlyMap<unknown, string>>();

  constructor(private readonly source: OperationSource) {}

  /** What objects of a type may be. Of those that a subgraph has as an `@interfaceObject` no more than the interface is known. */
  private objectTypes(type: GraphQLCompositeType): readonly GraphQLCompositeType[] {
    return isAbstractType(type) ? [type, ...this.source.schema.getPossibleTypes(type)] : [type];
  }

  /** A writer of objects that are of one of the given types. */
  compileSelections(types: readonly GraphQLCompositeType[], placed: SharedSelections): Write {
    const { fields, isUniform } = collectForTypes(this.source, types, placed);
    // Where the fields depend on the type or on variables, data itself says which there are and in which order.
    return isUniform && fields.length > 0 ? this.compileFixed(fields) : this.compileByKeys(fields);
  }

  private compileFixed(fields: readonly MergedField[]): Write {
    const constants = new Map<string, unknown>([['quoteString', quoteString]]);
    const reads = fields.map(({ responseName }, index) => `const v${index} = ${readSource('object', responseName)};`);
    const texts = fields.map((field, index) => {
      const prefix = `${index === 0 ? '{' : ','}${JSON.stringify(field.responseName)}:`;
      return `${JSON.stringify(prefix)} + ${this.valueSource({ field, variable: `v${index}`, index, constants })}`;
    });
    const body = `return function writeObject(object) {
      if (object === null || object === undefined) return "null";
      ${reads.join('\n')}
      return ${texts.join('\n + ')} + "}";
    }`;
    return compileSource<Write>(body, constants);
  }

  private compileByKeys(fields: readonly MergedField[]): Write {
    const writers = new Map(
      fields.map((field) => [
        field.responseName,
        { prefix: `${JSON.stringify(field.responseName)}:`, write: this.compileValue(field.type, field) },
      ]),
    );
    return (object) => {
      if (object === null || object === undefined) return 'null';
      let text = '';
      for (const [key, value] of Object.entries(object)) {
        const writer = value === undefined ? undefined : writers.get(key);
        if (writer !== undefined) text += `${text === '' ? '' : ','}${writer.prefix}${writer.write(value)}`;
      }
      return `{${text}}`;
    };
  }

  /** Source text that writes a field's value; the commonest leaves are written in place. */
  private valueSource({ field, variable, index, constants }: ValueSource): string {
    const type = isNonNullType(field.type) ? field.type.ofType : field.type;
    constants.set(`w${index}`, this.compileValue(field.type, field));
    const otherwise = `w${index}(${variable})`;
    if (isEnumType(type)) {
      constants.set(`e${index}`, this.enumTexts(type));
      return `(e${index}.get(${variable}) ?? ${otherwise})`;
    }
    switch (String(type)) {
      case 'String':
      case 'ID':
        return `(typeof ${variable} === "string" ? quoteString(${variable}) : ${otherwise})`;
      case 'Int':
      case 'Float':
        return `(Number.isFinite(${variable}) ? ${variable} : ${otherwise})`;
      default:
        return otherwise;
    }
  }

  private compileValue(type: GraphQLOutputType, field: MergedField): Write {
    if (isNonNullType(type)) return this.compileValue(type.ofType, field);
    if (isListType(type)) return writeList(this.compileValue(type.ofType, field));
    if (isEnumType(type)) return this.enumWriter(type);
    if (!isCompositeType(type)) return type.name === 'String' || type.name === 'ID' ? writeString : writeAny;
    const types = this.objectTypes(type);
    // When data first has such an object: fragments can spread to more places than data ever fills.
    let write: Write | undefined;
    return (value) => {
      write ??= this.compileSelections(types, field);
      return write(value);
    };
  }

  private enumWriter(type: GraphQLEnumType): Write {
    const texts = this.enumTexts(type);
    return (value) => texts.get(value) ?? writeAny(value);
  }

  private enumTexts(type: GraphQLEnumType): ReadonlyMap<unknown, string> {
    let texts = this.enums.get(type);
    if (texts === undefined) {
      texts = new Map(type.getValues().map(({ name }) => [name, JSON.stringify(name)]));
      this.enums.set(type, texts);
    }
    return texts;
  }
}

interface ValueSource {
  readonly field: MergedField;
  readonly variable: string;
  readonly index: number;
  readonly constants: Map<string, unknown>;
}

function writeString(value: unknown): string {
  return typeof value === 'string' ? quoteString(value) : writeAny(value);
}

function writeList(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) return writeAny(value ?? null);
    let text = '[';
    for (let index = 0; index < value.length; index++)
      text += index === 0 ? write(value[index]) : `,${write(value[index])}`;
    return `${text}]`;
  };
}
