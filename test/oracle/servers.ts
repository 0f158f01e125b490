import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  buildSchema,
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  printSchema,
  type SelectionSetNode,
} from 'graphql';
import type { DataSource } from '../../gateway/execution/index.js';
import { type GeneratedObject, isGeneratedObject, PlainData, pickFields, requiredText } from './data.js';
import type { Subgraphs } from './draft.js';
import { World } from './world.js';

/** A field in the schema of the truth that returns the object itself. */
export const ownField = '_same';

/** An operation with its variables. */
export interface Operation {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A generated subgraph that responds with JSON. */
export interface InventedSubgraph extends DataSource {
  resolve(operation: Operation): Promise<ExecutionResult>;
}

/** The subgraphs as data sources over the same data. */
export function serveInvented(subgraphs: Subgraphs): ReadonlyMap<string, InventedSubgraph> {
  const data = new PlainData(new World(subgraphs));
  const world = new World(subgraphs);
  return new Map(
    Object.entries(subgraphs).map(([name, sdl]) => {
      const schema = subgraphSchema({ sdl, name, data, world });
      const resolve = (operation: Operation) => run(schema, operation);
      return [name, { resolve, execute: ({ text, variables }) => resolve({ document: text, variables }) }];
    }),
  );
}

/** The expected result of the operation: one graphql-js execution of the composed schema over the plain data. */
export function truthOf(
  subgraphs: Subgraphs,
  apiSchema: GraphQLSchema,
): (operation: Operation) => Promise<ExecutionResult> {
  const data = new PlainData(new World(subgraphs));
  const schema = buildSchema(printSchema(apiSchema));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source: GeneratedObject | undefined, args) => {
        const object = source ?? { __typename: type.name, number: 0 };
        return field.name === ownField ? object : data.valueOf({ object, field: field.name, args });
      };
    }
  }
  return (operation) => run(schema, operation);
}

async function run(schema: GraphQLSchema, { document, variables }: Operation): Promise<ExecutionResult> {
  const result = await execute({ schema, document: parse(document), variableValues: variables });
  return JSON.parse(JSON.stringify(result));
}

interface SubgraphParts {
  readonly sdl: string;
  readonly name: string;
  readonly data: PlainData;
  readonly world: World;
}

function subgraphSchema(parts: SubgraphParts): GraphQLSchema {
  const document = parse(parts.sdl);
  const resolvers: Record<string, Record<string, unknown>> = {};
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    const keys = (definition.directives ?? []).flatMap((directive) => {
      const value = directive.arguments?.find(({ name }) => name.value === 'fields')?.value;
      const isResolvable = directive.arguments?.every(({ name }) => name.value !== 'resolvable');
      return directive.name.value === 'key' && isResolvable && value?.kind === Kind.STRING ? [setOf(value.value)] : [];
    });
    if (keys.length === 0) continue;
    resolvers[definition.name.value] = {
      __resolveReference: (sent: Record<string, unknown>) => findObject(parts, definition.name.value, { sent, keys }),
    };
  }
  // The builder accepts resolvers by name; the SDL defines their types.
  const schema = buildSubgraphSchema([{ typeDefs: document, resolvers: resolvers as never }]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.name.startsWith('_')) field.resolve = resolverOf(parts, { type: type.name, field: field.name });
    }
  }
  return schema;
}

function setOf(text: string): SelectionSetNode {
  const [operation] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`no field set: ${text}`);
  return operation.selectionSet;
}

/** The object that a representation identifies by one of the keys. */
function findObject(
  { data }: SubgraphParts,
  type: string,
  { sent, keys }: { sent: Record<string, unknown>; keys: readonly SelectionSetNode[] },
): GeneratedObject {
  const { __typename, ...fields } = sent;
  return data.find(type, fields, keys);
}

function resolverOf(
  { data, world, name }: SubgraphParts,
  { type, field }: { type: string; field: string },
): GraphQLFieldResolver<GeneratedObject | undefined, unknown> {
  const requires = world.placesOf(type, field).find(({ subgraph }) => subgraph === name)?.requires;
  return (source, args, _context, { schema, returnType }) => {
    const object = source ?? { __typename: type, number: 0 };
    if (requires !== undefined) {
      return requiredText({ object, field, args }, pickFields(object.sent ?? {}, requires));
    }
    const named = getNamedType(returnType);
    const value = data.valueOf({ object: withConcreteType(world, object), field, args });
    return isObjectType(named) && schema.getType(named.name) ? toType(value, named.name) : value;
  };
}

/** The object with its concrete type, even if the subgraph only knows its interface. */
function withConcreteType(world: World, object: GeneratedObject): GeneratedObject {
  const types = world.typesOfGroup(object.__typename);
  const type = types.find((name) => world.numbersOf(name).includes(object.number));
  return type === undefined ? object : { ...object, __typename: type };
}

/** Sets the type name of an interface object. */
function toType(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => toType(item, name));
  return isGeneratedObject(value) ? { ...value, __typename: name } : value;
}
