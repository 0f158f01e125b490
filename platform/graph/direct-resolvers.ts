import type { GraphQLFieldResolver } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type ReadParameter = (...resolverArguments: Parameters<Resolver>) => unknown;
type Storage = ReturnType<typeof getMetadataStorage>;
type MethodMetadata = Storage['queries'][number] | Storage['fieldResolvers'][number];
type ParameterMetadata = NonNullable<MethodMetadata['params']>[number];

/**
 * Resolvers by type and field that call the decorated methods of these classes directly. At every call, type-graphql
 * sorts the parameters, creates a promise for each argument, and copies the arguments and the parent object into
 * instances of their classes, which takes longer than the rest of a resolver. Here, a method receives the coerced
 * arguments and the parent object unchanged. Fields with other kinds of parameters, middleware or roles are omitted:
 * type-graphql resolves them.
 */
export function directResolvers(classes: readonly object[]): Record<string, Record<string, Resolver>> {
  const storage = getMetadataStorage();
  const resolvers: Record<string, Record<string, Resolver>> = {};
  function add(type: string | undefined, method: MethodMetadata): void {
    // The decorators of all domains share one storage.
    const resolver = classes.includes(method.target) ? directResolver(method) : undefined;
    if (type === undefined || resolver === undefined) return;
    resolvers[type] = { ...resolvers[type], [method.schemaName]: resolver };
  }
  for (const query of storage.queries) add('Query', query);
  for (const mutation of storage.mutations) add('Mutation', mutation);
  for (const field of storage.fieldResolvers) {
    const type = field.getObjectType?.();
    add(storage.objectTypes.find(({ target }) => target === type)?.name, field);
  }
  return resolvers;
}

function directResolver({
  target,
  methodName,
  params = [],
  middlewares = [],
  roles,
}: MethodMetadata): Resolver | undefined {
  if (middlewares.length > 0 || roles !== undefined) return undefined;
  const parameters: readonly (ReadParameter | undefined)[] = params.toSorted((a, b) => a.index - b.index).map(readerOf);
  // A method that is not on the prototype, such as a property of the instance, is resolved by type-graphql.
  const method: unknown = Reflect.get(target.prototype, methodName);
  if (typeof method !== 'function' || !isComplete(parameters)) return undefined;
  const instance: unknown = Reflect.construct(target, []);
  return (root, values, context, info) =>
    Reflect.apply(
      method,
      instance,
      parameters.map((read) => read(root, values, context, info)),
    );
}

function readerOf(parameter: ParameterMetadata): ReadParameter | undefined {
  switch (parameter.kind) {
    case 'arg':
      return parameter.validateFn === undefined ? (_root, values) => values[parameter.name] : undefined;
    case 'context':
      return parameter.propertyName === undefined ? (_root, _given, context) => context : undefined;
    case 'root':
      return parameter.propertyName === undefined ? (root) => root : undefined;
    case 'info':
      return (_root, _given, _context, info) => info;
    default:
      return undefined;
  }
}

function isComplete(parameters: readonly (ReadParameter | undefined)[]): parameters is readonly ReadParameter[] {
  return parameters.every((parameter) => parameter !== undefined);
}
