import {
  buildSchema,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Graph, PreparedOperation, PublishedGraph } from '../../../gateway/index.js';
import type { RequestContext } from '../../../platform/caller.js';

export type Resolver = (variables: Record<string, unknown>, context: RequestContext) => unknown;

/**
 * A graph that graphql-js executes over one schema, for tests of HTTP. The SDL is used as the supergraph too, so it can
 * contain @cost and @listSize.
 */
export function schemaGraph(sdl: string, resolvers: Record<string, Resolver> = {}): Graph {
  const schema = buildSchema(sdl);
  const graph: PublishedGraph = {
    apiSchema: schema,
    supergraphSdl: sdl,
    prepare({ document, operationName }) {
      const node = typeof document === 'string' ? parse(document) : document;
      const errors = validate(schema, node, specifiedRules);
      if (errors.length > 0)
        throw Object.assign(new Error('invalid'), { errors: errors.map(withCode('GRAPHQL_VALIDATION_FAILED')) });
      return prepared({ schema, resolvers, document: node, operationName });
    },
  };
  return { ...graph, internal: graph };
}

function prepared(options: {
  schema: GraphQLSchema;
  resolvers: Record<string, Resolver>;
  document: PreparedOperation['document'];
  operationName: string | undefined;
}): PreparedOperation {
  const operation = getOperationAST(options.document, options.operationName);
  if (!operation) throw new Error('no such operation');
  return {
    document: options.document,
    operation,
    async execute({ variables, context }): Promise<ExecutionResult> {
      const result = await execute({
        schema: options.schema,
        document: options.document,
        operationName: options.operationName,
        variableValues: variables,
        rootValue: rootValue(options.resolvers, context),
      });
      return 'data' in result ? result : { errors: result.errors?.map(withCode('BAD_USER_INPUT')) };
    },
  };
}

function rootValue(resolvers: Record<string, Resolver>, context: RequestContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resolvers).map(([name, resolve]) => [
      name,
      (variables: Record<string, unknown>) => resolve(variables, context),
    ]),
  );
}

function withCode(code: string): (error: GraphQLError) => GraphQLError {
  return (error) => {
    error.extensions.code ??= code;
    return error;
  };
}
