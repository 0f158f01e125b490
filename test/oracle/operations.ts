import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import type { Random } from './random.js';
import type { Operation } from './servers.js';

/** Names that are also names of keys and other fields. */
const aliases = ['x', 'y', 'z', 'id', 'code', 'part', 'ref', 'f1', 'f2', 'f3', 'label'];
const conditions = ['p', 'q', 'r'];
const maxDepth = 4;

/** Generates a valid operation over the schema, of any kind that clients send. */
export function inventOperation(schema: GraphQLSchema, random: Random): Operation {
  for (;;) {
    const operation = new OperationDraft(schema, random).write();
    if (validate(schema, parse(operation.document)).length === 0) return operation;
  }
}

class OperationDraft {
  readonly #definitions = new Map<string, string>();
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: string[] = [];
  readonly #fragmentsOn = new Map<string, string[]>();
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #aliasPercent: number;
  readonly #conditionPercent: number;

  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema;
    this.#random = random;
    this.#aliasPercent = random.pick([0, 10, 40]);
    this.#conditionPercent = random.pick([0, 0, 10, 30]);
  }

  write(): Operation {
    const mutation = this.#schema.getMutationType();
    const root = mutation && this.#random.chance(15) ? mutation : this.#schema.getQueryType();
    if (!root) throw new Error('The schema has no query type');
    const selections = this.#selectionSet(root, maxDepth);
    const definitions = [...this.#definitions.values()];
    const head = definitions.length === 0 ? '' : ` Invented(${definitions.join(', ')})`;
    const text = `${root === mutation ? 'mutation' : 'query'}${head} ${selections}`;
    return { document: [text, ...this.#fragments].join('\n'), variables: this.#variables };
  }

  #selectionSet(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#random.below(isAbstractType(type) || depth === maxDepth ? 4 : 3);
    return `{ ${Array.from({ length: count }, () => this.#selection(type, depth)).join(' ')} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    if (this.#random.chance(10) && type !== this.#schema.getMutationType()) return this.#typename();
    const canNest = depth > 0;
    if (!('getFields' in type) || (canNest && isAbstractType(type) && this.#random.chance(45))) {
      return canNest ? this.#fragment(this.#relatedTypes(type), depth - 1) : '__typename';
    }
    if (canNest && this.#random.chance(12)) return this.#fragment(this.#relatedTypes(type), depth - 1);
    return this.#field(type, depth);
  }

  #typename(): string {
    return `${this.#random.chance(25) ? `${this.#random.pick(aliases)}: ` : ''}__typename${this.#condition()}`;
  }

  #field(type: Exclude<GraphQLCompositeType, { getTypes(): unknown }>, depth: number): string {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
    const wantsLeaf = depth === 0 || this.#random.chance(35);
    const candidates = wantsLeaf && (leaves.length > 0 || depth === 0) ? leaves : fields;
    if (candidates.length === 0) return '__typename';
    const field = this.#random.pick(candidates);
    const named = getNamedType(field.type);
    const alias = this.#random.chance(this.#aliasPercent) ? `${this.#random.pick(aliases)}: ` : '';
    const selection = isCompositeType(named) ? ` ${this.#selectionSet(named, depth - 1)}` : '';
    return `${alias}${field.name}${this.#args(field)}${this.#condition()}${selection}`;
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    if (this.#random.chance(75)) {
      const condition = this.#random.chance(92) ? ` on ${type.name}` : '';
      return `...${condition}${this.#condition()} ${this.#selectionSet(type, depth)}`;
    }
    const existing = this.#fragmentsOn.get(type.name) ?? [];
    if (existing.length > 0 && this.#random.chance(50)) return `...${this.#random.pick(existing)}${this.#condition()}`;
    const selections = this.#selectionSet(type, depth);
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} ${selections}`);
    this.#fragmentsOn.set(type.name, [...existing, name]);
    return `...${name}${this.#condition()}`;
  }

  /** The type itself, one of its possible types, or one that includes it. */
  #relatedTypes(type: GraphQLCompositeType): GraphQLCompositeType {
    if (this.#random.chance(20)) return type;
    if (!isAbstractType(type)) return this.#wrapSelection(type);
    const possible = this.#schema.getPossibleTypes(type);
    const chosen = possible.length > 0 ? this.#random.pick(possible) : type;
    return isObjectType(chosen) && this.#random.chance(15) ? this.#wrapSelection(chosen) : chosen;
  }

  #wrapSelection(type: GraphQLObjectType): GraphQLCompositeType {
    const unions = Object.values(this.#schema.getTypeMap()).filter(
      (other) => isAbstractType(other) && this.#schema.isSubType(other, type),
    );
    return this.#random.pick([type, ...type.getInterfaces(), ...unions.filter(isAbstractType)]);
  }

  #condition(): string {
    if (!this.#random.chance(this.#conditionPercent)) return '';
    const directive = this.#random.pick(['skip', 'include']);
    if (this.#random.chance(10)) return ` @${directive}(if: ${this.#random.chance(50)})`;
    const name = this.#random.pick(conditions);
    if (!this.#definitions.has(name)) {
      const hasDefault = this.#random.chance(20);
      this.#definitions.set(name, `$${name}: Boolean!${hasDefault ? ' = true' : ''}`);
      if (!hasDefault || this.#random.chance(50)) this.#variables[name] = this.#random.chance(50);
    }
    return ` @${directive}(if: $${name})`;
  }

  #args(field: GraphQLField<unknown, unknown>): string {
    const input = field.args.filter(
      ({ type, defaultValue }) => (isNonNullType(type) && defaultValue === undefined) || this.#random.chance(50),
    );
    if (input.length === 0) return '';
    return `(${input.map(({ name, type }) => `${name}: ${this.#argument(type)}`).join(', ')})`;
  }

  #argument(type: GraphQLInputType): string {
    const value = this.#value(type);
    if (this.#random.chance(65)) return isEnumType(getNamedType(type)) ? String(value) : JSON.stringify(value);
    const name = `v${this.#definitions.size}`;
    this.#definitions.set(name, `$${name}: ${type}`);
    if (isNonNullType(type) || this.#random.chance(80)) this.#variables[name] = value;
    return `$${name}`;
  }

  #value(type: GraphQLInputType): unknown {
    if (!isNonNullType(type) && this.#random.chance(8)) return null;
    const named = getNamedType(type);
    if (isEnumType(named)) return this.#random.pick(named.getValues()).name;
    return named.name === 'Int' ? this.#random.below(3) : this.#random.pick(['x', 'y', 'a "quoted" one']);
  }
}
