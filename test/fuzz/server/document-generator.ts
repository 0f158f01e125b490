import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Random } from '../engine/random.js';

export interface GeneratedRequest {
  readonly as: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: unknown;
}

const callers = ['admin', 'admin', 'admin', 'analyst', 'account', 'anonymous'];
const maxDepth = 5;
const texts = [
  '',
  'a',
  'contoso',
  '@alert@',
  '@guid@',
  '@hostname@',
  'com',
  'net',
  '*',
  'example.com',
  'northwind',
  'xn--bcher-kva',
]
  .concat([
    '2026-11-20T00:00:00Z',
    '2026-11-20',
    '\u0000',
    '\ud800',
    'é'.repeat(300),
    '%',
    '_',
    '\\',
    'an-account',
    'a password of an account',
  ])
  .concat([
    'WyJGSVJTVF9TRUVOIiwxLCJhIl0',
    '00000000-0000-4000-8000-000000000000',
    '10.0.0.1',
    '1',
    'http://127.0.0.1:1/x',
    '\u{1f600}',
  ]);
const numbers = [0, 1, 2, 10, 50, 100, -1, 1001, 2 ** 31 - 1, 2 ** 31, 0.5, 1e308, 1_790_000_000];

/** Generates operations over a schema, mostly with valid values. */
export class DocumentGenerator {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  #variables: { name: string; type: string; value: unknown }[] = [];
  #fragments: string[] = [];
  #fields = 0;

  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema;
    this.#random = random;
  }

  request(): GeneratedRequest {
    const random = this.#random;
    const isMutation = random.chance(0.15);
    const root = (isMutation ? this.#schema.getMutationType() : this.#schema.getQueryType()) as GraphQLObjectType; // The schema has both root types.
    const selections = this.#selections(root, 0);
    const declared = this.#variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const head = `${isMutation ? 'mutation' : 'query'} A${declared === '' ? '' : `(${declared})`}${this.#directive('')}`;
    const query = [`${head} ${selections}`, ...this.#fragments].join('\n');
    const variables = Object.fromEntries(this.#variables.map(({ name, value }) => [name, value]));
    return {
      as: random.pick(callers),
      query,
      ...(this.#variables.length > 0 && { variables }),
      ...(random.chance(0.05) && { operationName: random.pick<unknown>(['A', 'B', '', null, 1]) }),
    };
  }

  #selections(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields());
    const isRoot = depth === 0;
    const count = isRoot ? 1 + this.#random.below(3) : 1 + this.#random.below(5);
    const chosen = Array.from({ length: count }, () => this.#field(this.#random.pick(fields), depth)).filter(
      (selection) => selection !== '',
    );
    if (chosen.length === 0 || this.#random.chance(0.1)) chosen.push('__typename');
    if (this.#random.chance(0.05)) chosen.push(this.#fragment(type, depth));
    return `{ ${chosen.join(' ')} }`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const namedType = getNamedType(field.type);
    const hasFields = !isLeafType(namedType);
    if (hasFields && (depth >= maxDepth || this.#fields > 60)) return '';
    this.#fields++;
    const input = field.args.filter(
      ({ type, defaultValue }) => (isNonNullType(type) && defaultValue === undefined) || this.#random.chance(0.4),
    );
    const values = input.map((argument) => `${argument.name}: ${this.#argument(argument)}`);
    const alias = this.#random.chance(0.15)
      ? `${this.#random.pick(['a', 'b', 'c', '__x', 'id'])}${this.#random.below(3)}: `
      : '';
    const selection = `${alias}${field.name}${values.length > 0 ? `(${values.join(', ')})` : ''}${this.#directive('Boolean!')}`;
    if (!hasFields) return selection;
    if (isObjectType(namedType)) return `${selection} ${this.#selections(namedType, depth + 1)}`;
    return isAbstractType(namedType) ? `${selection} { __typename }` : '';
  }

  #fragment(type: GraphQLObjectType, depth: number): string {
    if (this.#random.chance(0.5))
      return `... on ${type.name}${this.#directive('')} ${this.#selections(type, depth + 1)}`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push('');
    this.#fragments[this.#fragments.indexOf('')] =
      `fragment ${name} on ${type.name} ${this.#selections(type, depth + 1)}`;
    return `...${name}`;
  }

  #directive(location: string): string {
    if (location === '' || !this.#random.chance(0.05)) return '';
    const value = this.#random.chance(0.5)
      ? this.#variable('Boolean!', this.#random.chance(0.8))
      : String(this.#random.chance(0.5));
    return ` @${this.#random.pick(['include', 'skip'])}(if: ${value})`;
  }

  #argument({ type }: GraphQLArgument): string {
    const value = this.#value(type, 0);
    return this.#random.chance(0.4) ? this.#variable(String(type), value) : literal(value, type);
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#variables.length}`;
    this.#variables.push({
      name,
      type,
      value: this.#random.chance(0.03) ? this.#random.pick<unknown>([null, {}, [], 1, 'x']) : value,
    });
    return `$${name}`;
  }

  #value(type: GraphQLInputType, depth: number): unknown {
    if (isNonNullType(type)) return this.#value(type.ofType, depth);
    if (this.#random.chance(0.05)) return null;
    if (isListType(type))
      return Array.from({ length: this.#random.below(4) }, () => this.#value(type.ofType, depth + 1));
    if (isEnumType(type)) return this.#random.pick(type.getValues()).name;
    if (isInputObjectType(type)) return this.#object(Object.values(type.getFields()), depth);
    if (this.#random.chance(0.02)) return this.#random.pick<unknown>([{}, [], true, 1, 'x']);
    if (type.name === 'Boolean') return this.#random.chance(0.5);
    if (type.name === 'Int')
      return this.#random.pick(
        numbers
          .filter((number) => this.#random.chance(0.05) || (Number.isInteger(number) && number < 2 ** 31))
          .concat(1),
      );
    if (type.name === 'Float') return this.#random.pick(numbers);
    if (/Time/.test(type.name)) return new Date(Date.now() - this.#random.below(20) * 86_400_000).toISOString();
    return this.#random.pick(texts);
  }

  #object(fields: readonly GraphQLInputField[], depth: number): Record<string, unknown> {
    const input = fields.filter(
      ({ type, defaultValue }) =>
        (isNonNullType(type) && defaultValue === undefined) || (depth < 3 && this.#random.chance(0.4)),
    );
    return Object.fromEntries(input.map(({ name, type }) => [name, this.#value(type, depth + 1)]));
  }
}

/** A value as a literal in a document. */
function literal(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(value, type.ofType);
  if (Array.isArray(value))
    return `[${value.map((item) => literal(item, isListType(type) ? type.ofType : type)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(type) ? type.getFields() : {};
    return `{${Object.entries(value)
      .map(([name, item]) => `${name}: ${literal(item, fields[name]?.type ?? type)}`)
      .join(', ')}}`;
  }
  return isEnumType(type) && typeof value === 'string' ? value : JSON.stringify(value);
}
