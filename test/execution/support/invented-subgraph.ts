import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  type FieldDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
} from 'graphql';

/**
 * A subgraph with generated data: every object has a number, and the value of a field depends only on the type and
 * number of its object, the field, and its arguments. Therefore, all subgraphs agree on an entity. Some fields are
 * null, some fail. Fields with `@requires` return what the gateway has sent with the entity.
 */
export function inventSubgraph(typeDefs: string): GraphQLSchema {
  const document = parse(typeDefs);
  const resolvers: Record<string, Record<string, unknown>> = {};
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) {
      resolvers[definition.name.value] = { ...resolvers[definition.name.value], ...resolversOf(definition) };
    } else if (definition.kind === Kind.INTERFACE_TYPE_DEFINITION || definition.kind === Kind.UNION_TYPE_DEFINITION) {
      resolvers[definition.name.value] = { __resolveType: nameOf, __resolveReference: findEntity };
    }
  }
  // The builder takes objects of resolvers by name; the SDL has their types.
  return buildSubgraphSchema([{ typeDefs: document, resolvers: resolvers as never }]);
}

interface Invented {
  readonly __typename: string;
  readonly number: number;
  /** The representation that the gateway has sent; undefined if the entity was not requested by key. */
  readonly sent?: Readonly<Record<string, unknown>>;
}

/** Number of objects of each type. */
const objectCount = 5;
const maxListLength = 3;

function resolversOf(type: ObjectTypeDefinitionNode | ObjectTypeExtensionNode): Record<string, unknown> {
  const fields = (type.fields ?? []).map((field) => [field.name.value, resolverOf(field)] as const);
  return { ...Object.fromEntries(fields), __resolveReference: findEntity };
}

function resolverOf(field: FieldDefinitionNode): GraphQLFieldResolver<Invented | undefined, unknown> {
  const requires = field.directives?.some(({ name }) => name.value === 'requires') === true;
  return (source, args, _context, info) => {
    const about = source ?? { __typename: info.parentType.name, number: 0 };
    const seed = [about.__typename, about.number, field.name.value, JSON.stringify(args)].join(' ');
    if (requires) return resolveRequired(about, info);
    return invent(info.returnType, { seed, about, info });
  };
}

interface Question {
  readonly seed: string;
  readonly about: Invented;
  readonly info: GraphQLResolveInfo;
}

function invent(type: GraphQLOutputType, question: Question): unknown {
  const chance = hash(`chance ${question.seed}`);
  if (isNonNullType(type)) {
    if (chance % 41 === 0) throw new Error(`no ${question.seed}`);
    return inventValue(type.ofType, question);
  }
  if (chance % 17 === 0) throw new Error(`nothing for ${question.seed}`);
  return chance % 9 === 0 ? null : inventValue(type, question);
}

function inventValue(type: GraphQLOutputType, question: Question): unknown {
  const { seed, about, info } = question;
  if (isListType(type)) {
    const length = hash(`length ${seed}`) % (maxListLength + 1);
    return Array.from({ length }, (_, index) => inventItem(type.ofType, { ...question, seed: `${seed} ${index}` }));
  }
  const namedType = getNamedType(type);
  if (isCompositeType(namedType)) return inventObject(namedType.name, { seed, info });
  if (isEnumType(namedType)) return pick(namedType.getValues(), seed).value;
  if (namedType.name === 'Int' || namedType.name === 'Float') return hash(seed) % 1000;
  if (namedType.name === 'Boolean') return hash(seed) % 2 === 0;
  // Keys are among these fields; the number identifies the object.
  return `${info.fieldName}-${about.number}`;
}

/** List items do not fail, because the reference gateway reports wrong paths for them. */
function inventItem(type: GraphQLOutputType, question: Question): unknown {
  const item = isNonNullType(type) ? type.ofType : type;
  if (!isNonNullType(type) && hash(`chance ${question.seed}`) % 7 === 0) return null;
  return inventValue(item, question);
}

function inventObject(name: string, { seed, info }: Pick<Question, 'seed' | 'info'>): Invented {
  const number = hash(`object ${seed}`) % objectCount;
  const type = info.schema.getType(name);
  if (isObjectType(type) || !isCompositeType(type)) return { __typename: name, number };
  const names = info.schema.getPossibleTypes(type).map((possible) => possible.name);
  // The type of an entity depends only on its number.
  return { __typename: pick(names.sort(), `type ${number}`), number };
}

function resolveRequired({ sent = {} }: Invented, { fieldName, returnType }: GraphQLResolveInfo): unknown {
  const identity = `${fieldName} of ${JSON.stringify(sent, sortedKeys)}`;
  switch (getNamedType(returnType).name) {
    case 'Int':
      return hash(identity) % 100_000;
    case 'Boolean':
      return hash(identity) % 2 === 0;
    default:
      return identity;
  }
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function nameOf({ __typename }: Invented): string {
  return __typename;
}

/** The entity of these keys; null for some numbers, and an error for others. */
function findEntity(
  sent: Readonly<Record<string, unknown>>,
  _context: unknown,
  info: GraphQLResolveInfo,
): Invented | null {
  const typeName = String(sent.__typename);
  const number = numberIn(sent);
  if (number === undefined) throw new Error(`not a key: ${JSON.stringify(sent)}`);
  if (hash(`there ${typeName} ${number} ${info.schema.getQueryType()?.toString()}`) % 23 === 0) return null;
  const type = info.schema.getType(typeName);
  if (isObjectType(type) || !isCompositeType(type)) return { __typename: typeName, number, sent };
  return { ...inventObject(typeName, { seed: '', info }), number, sent };
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'string') return /-(\d+)$/.test(value) ? Number(value.split('-').at(-1)) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(numberIn)
    .find((number) => number !== undefined);
}

function pick<Item>(items: readonly Item[], seed: string): Item {
  return items[hash(seed) % items.length] as Item; // The lists of types and values are never empty.
}

/** FNV-1a with additional mixing of its low bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
