import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  validate,
} from 'graphql';
import { Random } from '../oracle/random.js';

export interface RandomOperation {
  readonly document: string;
  readonly variables: Record<string, unknown>;
}

/**
 * Aliases of fields. None is the name of a key or required field, because plans of Apollo's planner mix up values
 * fetched under one name.
 */
const aliases: readonly string[] = ['a', 'b', 'c', 'name', 'label', 'constructor'];

export interface GeneratorOptions {
  /** Whether fields and fragments have `@skip` and `@include`; default: true. */
  readonly hasConditions?: boolean;
  /** Names that must not be used as aliases: keys and required fields, which the reference gateway mixes up. */
  readonly reserved?: ReadonlySet<string>;
}

/**
 * Generates operations of all kinds over a schema. Equal seeds yield equal operations. Only valid ones are returned.
 */
export class OperationGenerator extends Random {
  readonly #schema: GraphQLSchema;
  readonly hasConditions: boolean;
  readonly aliases: readonly string[];

  constructor(schema: GraphQLSchema, seed: number, { hasConditions = true, reserved }: GeneratorOptions = {}) {
    super(seed);
    this.aliases = aliases.filter((name) => !reserved?.has(name));
    this.#schema = schema;
    this.hasConditions = hasConditions;
  }

  next(): RandomOperation {
    for (;;) {
      const operation = new Draft(this.#schema, this).write();
      if (validate(this.#schema, parse(operation.document)).length === 0) return operation;
    }
  }
}

const strings = [
  '"1"',
  '"2"',
  '"3"',
  '"4"',
  '"5"',
  '"6"',
  '"p1"',
  '"p2"',
  '"m1"',
  '"m2"',
  '"c3"',
  '"bad"',
  '"r4"',
  '"none"',
];

class Draft {
  readonly #variables = new Map<string, { type: string; value: unknown }>();
  readonly #definitions: string[] = [];
  readonly #fragments: string[] = [];
  readonly #fragmentNames = new Map<string, string[]>();

  readonly #schema: GraphQLSchema;
  readonly #random: OperationGenerator;

  constructor(schema: GraphQLSchema, random: OperationGenerator) {
    this.#schema = schema;
    this.#random = random;
  }

  write(): RandomOperation {
    const isMutation = this.#random.chance(12) && Boolean(this.#schema.getMutationType());
    const root = isMutation ? this.#schema.getMutationType() : this.#schema.getQueryType();
    if (!root) throw new Error('The schema has no such root');
    const selections = this.#selectionSet(root, 4);
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    const document = `${isMutation ? 'mutation' : 'query'} Random${definitions} ${selections}\n${this.#fragments.join('\n')}`;
    const variables = Object.fromEntries([...this.#variables].map(([name, { value }]) => [name, value]));
    for (const [name, value] of Object.entries(variables)) if (value === undefined) delete variables[name];
    return { document, variables };
  }

  #selectionSet(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#random.below(4);
    const selections = Array.from({ length: count }, () => this.#selection(type, depth));
    return `{ ${selections.join(' ')} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const canNest = depth > 0;
    if (!('getFields' in type) || (canNest && isAbstractType(type) && this.#random.chance(50))) {
      if (!canNest || this.#random.chance(15)) return '__typename';
      return this.#inlineFragment(this.#relatedType(type), depth - 1);
    }
    if (canNest && this.#random.chance(8)) return this.#fragmentInside(type, depth - 1);
    if (canNest && this.#random.chance(8)) return this.#spread(type, depth - 1);
    if (this.#random.chance(8) && type !== this.#schema.getMutationType())
      return this.#random.chance(30) ? 'kindOf: __typename' : '__typename';
    return this.#field(type, depth);
  }

  #field(type: GraphQLCompositeType, depth: number): string {
    const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
    const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
    const isLeaf = depth === 0 || (leaves.length > 0 && this.#random.chance(45));
    const candidates = isLeaf ? leaves : fields;
    if (candidates.length === 0) return '__typename';
    const field = this.#random.pick(candidates);
    const namedType = getNamedType(field.type);
    const alias = this.#random.chance(25) ? `${this.#random.pick(this.#random.aliases)}: ` : '';
    const subselection = isCompositeType(namedType) ? ` ${this.#selectionSet(namedType, depth - 1)}` : '';
    return `${alias}${field.name}${this.#args(field)}${this.#directives()}${subselection}`;
  }

  /**
   * A fragment on the type itself, or one without nested selections on a related type: the reference gateway loses
   * fragments on the type that are nested inside of one on an interface.
   */
  #fragmentInside(type: GraphQLCompositeType, depth: number): string {
    return this.#random.chance(50)
      ? this.#inlineFragment(type, depth)
      : this.#inlineFragment(this.#relatedType(type), 0);
  }

  #inlineFragment(type: GraphQLCompositeType, depth: number): string {
    const condition = this.#random.chance(90) ? ` on ${type.name}` : '';
    return `...${condition}${this.#directives()} ${this.#selectionSet(type, depth)}`;
  }

  #spread(type: GraphQLCompositeType, depth: number): string {
    const known = this.#fragmentNames.get(type.name) ?? [];
    if (known.length > 0 && this.#random.chance(50)) return `...${this.#random.pick(known)}${this.#directives()}`;
    const selections = this.#selectionSet(type, depth);
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} ${selections}`);
    this.#fragmentNames.set(type.name, [...known, name]);
    return `...${name}${this.#directives()}`;
  }

  #relatedType(type: GraphQLCompositeType): GraphQLCompositeType {
    if (isAbstractType(type)) {
      const possible = this.#schema.getPossibleTypes(type);
      return possible.length > 0 ? this.#random.pick(possible) : type;
    }
    const interfaces = type.getInterfaces();
    return interfaces.length > 0 ? this.#random.pick(interfaces) : type;
  }

  #directives(): string {
    if (!this.#random.hasConditions || !this.#random.chance(10)) return '';
    const directive = this.#random.pick(['skip', 'include']);
    if (this.#random.chance(30)) return ` @${directive}(if: ${this.#random.chance(50)})`;
    const name = this.#random.pick(['yes', 'no', 'byDefault']);
    if (!this.#variables.has(name)) {
      this.#variables.set(name, { type: 'Boolean!', value: name === 'yes' ? true : name === 'no' ? false : undefined });
      this.#definitions.push(name === 'byDefault' ? '$byDefault: Boolean! = true' : `$${name}: Boolean!`);
    }
    return ` @${directive}(if: $${name})`;
  }

  #args(field: GraphQLField<unknown, unknown>): string {
    const input = field.args.filter((argument) => isRequired(argument) || this.#random.chance(50));
    if (input.length === 0) return '';
    return `(${input.map((argument) => `${argument.name}: ${this.#argument(argument)}`).join(', ')})`;
  }

  #argument(argument: GraphQLArgument): string {
    if (!this.#random.chance(40)) return this.#literal(argument.type, 2);
    const name = `v${this.#variables.size}`;
    const isAbsent = !isNonNullType(argument.type) && this.#random.chance(30);
    const literal = this.#literal(argument.type, 2);
    this.#variables.set(name, { type: String(argument.type), value: isAbsent ? undefined : toJson(literal) });
    this.#definitions.push(`$${name}: ${argument.type}`);
    return `$${name}`;
  }

  #literal(type: GraphQLInputType, depth: number): string {
    if (!isNonNullType(type) && this.#random.chance(5)) return 'null';
    return this.#value(isNonNullType(type) ? type.ofType : type, depth);
  }

  #value(type: GraphQLInputType, depth: number): string {
    if (isListType(type))
      return `[${Array.from({ length: this.#random.below(3) }, () => this.#literal(type.ofType, depth)).join(', ')}]`;
    if (isEnumType(type)) return this.#random.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (field) => isNonNullType(field.type) || (depth > 0 && this.#random.chance(50)),
      );
      return `{ ${fields.map((field) => `${field.name}: ${this.#inputField(field.type, depth - 1)}`).join(', ')} }`;
    }
    switch (type.name) {
      case 'Int':
        return String(this.#random.below(7));
      case 'Float':
        return `${this.#random.below(9)}.5`;
      case 'Boolean':
        return String(this.#random.chance(50));
      default:
        return this.#random.pick(strings);
    }
  }

  /** A variable within a literal, sometimes without a value. */
  #inputField(type: GraphQLInputType, depth: number): string {
    if (isNonNullType(type) || depth < 1 || !this.#random.chance(30)) return this.#literal(type, depth);
    const name = `w${this.#variables.size}`;
    const literal = this.#literal(type, 0);
    this.#variables.set(name, { type: String(type), value: this.#random.chance(50) ? undefined : toJson(literal) });
    this.#definitions.push(`$${name}: ${type}`);
    return `$${name}`;
  }
}

function isRequired(argument: GraphQLArgument): boolean {
  return isNonNullType(argument.type) && argument.defaultValue === undefined;
}

/** The JSON value of a literal, without its variables. */
function toJson(literal: string): unknown {
  const quoted = literal
    .replace(/\w+: \$\w+,? ?/g, '')
    .replace(/(\w+):/g, '"$1":')
    .replace(/\b([A-Z][A-Z_]+)\b(?!")/g, '"$1"');
  return JSON.parse(quoted.replace(/, }/g, ' }'));
}
