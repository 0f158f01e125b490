import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { connectionFaults } from './connections.js';

/** The violations of a convention in a schema, one line each: `Type.field(argument): reason`. */
export type Convention = (schema: GraphQLSchema) => string[];

/** The conventions of the API schema, by the names of their tests. */
export const conventions: Readonly<Record<string, Convention>> = {
  'describes every type, field, argument, input field and value': (schema) =>
    elementsOf(schema)
      .filter(({ description }) => (description ?? '').trim() === '')
      .map(({ path }) => `${path}: no description`),
  'says of every field that may be null when it is': (schema) =>
    outputFields(schema)
      .filter(({ type, field }) => !isRoot(schema, type) && !isNonNullType(field.type))
      .filter(({ field }) => !/\bnull\b/i.test(field.description ?? ''))
      .map(({ type, field }) => `${type.name}.${field.name}: nullable without a reason`),
  'says of everything deprecated what to use instead': (schema) =>
    elementsOf(schema).flatMap((element) => deprecationFaults(schema, element)),
  'names types like This, fields and arguments like this, values like THIS': (schema) =>
    elementsOf(schema)
      .filter(({ name, pattern }) => !pattern.test(name))
      .map(({ path }) => `${path}: not named as ours are`),
  'returns an object for each change, which can grow': (schema) =>
    Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter((field) => !isObjectType(getNullableType(field.type)))
      .map((field) => `Mutation.${field.name}: returns no object`),
  'pages as the cursor connections of Relay do': connectionFaults,
};

interface Element {
  readonly path: string;
  readonly name: string;
  readonly pattern: RegExp;
  readonly description: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
  /** The type of the field; absent for a type. */
  readonly owner?: GraphQLNamedType;
}

const typeName = /^[A-Z][A-Za-z0-9]*$/;
const fieldName = /^[a-z][A-Za-z0-9]*$/;
const valueName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** All elements of the schema that can have a description. */
function elementsOf(schema: GraphQLSchema): Element[] {
  return ownTypes(schema).flatMap((type) => [
    { path: type.name, name: type.name, pattern: typeName, description: type.description },
    ...membersOf(type),
  ]);
}

function membersOf(type: GraphQLNamedType): Element[] {
  const at = (member: Omit<Element, 'path' | 'pattern' | 'owner'>, pattern: RegExp): Element => ({
    ...{ name: member.name, description: member.description, deprecationReason: member.deprecationReason },
    ...{ path: `${type.name}.${member.name}`, pattern, owner: type },
  });
  if (isEnumType(type)) return type.getValues().map((value) => at(value, valueName));
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => at(field, fieldName));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    at(field, fieldName),
    ...field.args.map((argument) => argumentOf(type, field, argument)),
  ]);
}

function argumentOf(
  type: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
  { name, description, deprecationReason }: GraphQLArgument,
): Element {
  const path = `${type.name}.${field.name}(${name}:)`;
  return { path, name, pattern: fieldName, description, deprecationReason };
}

/** "Use `x`" or "Use `Type.x`": the replacement must exist and not be deprecated. */
function deprecationFaults(schema: GraphQLSchema, { path, deprecationReason, owner }: Element): string[] {
  if (deprecationReason === null || deprecationReason === undefined) return [];
  const named = /^Use `(?:(\w+)\.)?(\w+)`/.exec(deprecationReason);
  if (named === null) return [`${path}: deprecated without "Use \`…\`"`];
  const holder = named[1] === undefined ? owner : schema.getType(named[1]);
  const successor = holder === undefined ? undefined : membersOf(holder).find(({ name }) => name === named[2]);
  const isGood = successor !== undefined && (successor.deprecationReason ?? null) === null;
  return isGood ? [] : [`${path}: what to use instead is not there, or is deprecated too`];
}

function outputFields(
  schema: GraphQLSchema,
): { readonly type: GraphQLObjectType; readonly field: GraphQLField<unknown, unknown> }[] {
  return ownTypes(schema)
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
}

function ownTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}

/** Whether a type is a root type, whose fields are all nullable, as its description documents. */
function isRoot(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some((root) => root === type);
}
