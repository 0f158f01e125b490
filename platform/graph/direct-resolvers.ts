import type { GraphQLFieldResolver } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type ReadParameter = (...resolverArguments: Parameters<Resolver>) => unknown;
type ParameterMetadata = NonNullable<ReturnType<typeof getMetadataStorage>['queries'][number]['params']>[number];

/**
 * Resolvers of the decorated queries or mutations that call their methods at once. Those of type-graphql sort the parameters,
 * make a promise for each argument and copy it into its class at every call, which takes longer than the rest of a resolver;
 * here arguments go to the method as the schema has coerced them. Fields with other kinds of parameters, with middleware or
 * roles are left out: type-graphql resolves them.
 */
export function directResolvers(classes: readonly object[], root: 'queries' | 'mutations'): Record<string, Resolver> {
  const resolvers: Record<string, Resolver> = {};
  for (const field of getMetadataStorage()[root]) {
    const { schemaName, target, methodName, params = [], middlewares = [], roles } = field;
    // The decorators of all domains share one storage.
    if (!classes.includes(target) || middlewares.length > 0 || roles !== undefined) continue;
    const parameters: readonly (ReadParameter | undefined)[] = params
      .toSorted((one, other) => one.index - other.index)
      .map(readerOf);
    // The decorator is on a method of a class that needs nothing to be made.
    const method: unknown = Reflect.get(target.prototype, methodName);
    if (typeof method !== 'function' || !isComplete(parameters)) continue;
    const instance: unknown = Reflect.construct(target, []);
    resolvers[schemaName] = (root, given, context, info) =>
      Reflect.apply(
        method,
        instance,
        parameters.map((read) => read(root, given, context, info)),
      );
  }
  return resolvers;
}

function readerOf(parameter: ParameterMetadata): ReadParameter | undefined {
  switch (parameter.kind) {
    case 'arg':
      return parameter.validateFn === undefined ? (_root, given) => given[parameter.name] : undefined;
    case 'context':
      return parameter.propertyName === undefined ? (_root, _given, context) => context : undefined;
    case 'info':
      return (_root, _given, _context, info) => info;
    default:
      return undefined;
  }
}

function isComplete(parameters: readonly (ReadParameter | undefined)[]): parameters is readonly ReadParameter[] {
  return parameters.every((parameter) => parameter !== undefined);
}
