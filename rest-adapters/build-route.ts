import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { type DomainErrorCode, domainErrorCodes } from '../platform/domain-error.js';
import { maxCharacters, maxItems } from '../platform/input-limits.js';
import { directiveOf } from './directives.js';
import { separateHeaders } from './response.js';
import { type ObjectShape, type Shape, shapeOf, wireEnumValue } from './response-shape.js';
import {
  type Guard,
  type HttpMethod,
  httpMethods,
  type Parameter,
  type ParameterKind,
  type ParameterLocation,
  type Route,
} from './route.js';

interface Declaration {
  readonly adapter: string;
  readonly file: string;
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  /** The operation document, including the adapter directives such as `@http`. */
  readonly document: DocumentNode;
  readonly stripped: DocumentNode;
  readonly text: string;
  readonly guards: readonly Guard[];
}

/** Arguments of `@http`. */
interface HttpArguments {
  readonly method: HttpMethod;
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly dialect?: readonly string[];
  readonly unwrap?: string;
  readonly status?: number;
  readonly errors?: readonly string[];
  readonly guard?: string;
  readonly ignoresCredentials?: boolean;
  readonly limited?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly request?: string;
  readonly response?: string;
}

/**
 * Builds the route that a valid operation document declares.
 * @throws {Error} with the reason if the declaration is invalid
 */
export function buildRoute(declaration: Declaration): Route {
  const { adapter, file, schema, operation, document, stripped, text } = declaration;
  const operationName = nameOf(operation);
  const http = directiveOf<HttpArguments>(operation, 'http');
  if (!http) throw new Error(`${operationName} has no @http directive`);
  if (operation.operation === 'mutation' && http.body !== undefined && !http.guard && !http.ignoresCredentials) {
    throw new Error(
      `${operationName} changes data and requires a guard, which rejects callers before the body is validated`,
    );
  }
  const unwrap = http.unwrap?.split('.') ?? [];
  const { shape, headers } = separateHeaders(shapeOf({ schema, document, operation }));
  return {
    operationName,
    adapter,
    file,
    method: oneOf(httpMethods, http.method),
    path: http.path,
    status: http.status ?? 200,
    summary: http.summary,
    description: http.description,
    parameters: validateSegments(bindVariables({ schema, operation, http }), http.path),
    requestName: http.request,
    responseName: http.response,
    errors: (http.errors ?? []).map((code): DomainErrorCode => oneOf(domainErrorCodes, code)),
    unwrap,
    document: stripped,
    text,
    responseShape: unwrapShape(shape, unwrap),
    headers,
    guard: http.guard === undefined ? undefined : findGuard(http.guard, declaration.guards),
    ignoresCredentials: http.ignoresCredentials ?? false,
    isLimited: http.limited ?? true,
  };
}

/**
 * Builds the guard that an operation with `@guard` declares.
 * @throws {Error} with the reason if the declaration is invalid
 */
export function buildGuard(declaration: Omit<Declaration, 'guards' | 'text' | 'adapter' | 'file'>): Guard {
  const { schema, operation, document, stripped } = declaration;
  const operationName = nameOf(operation);
  if ((operation.variableDefinitions ?? []).length > 0)
    throw new Error(`the guard ${operationName} must not have variables`);
  const { headers } = separateHeaders(shapeOf({ schema, document, operation }));
  return { operationName, document: stripped, headers };
}

export function isGuard(operation: OperationDefinitionNode): boolean {
  return directiveOf(operation, 'guard') !== undefined;
}

function findGuard(name: string, guards: readonly Guard[]): Guard {
  const guard = guards.find(({ operationName }) => operationName === name);
  if (!guard) throw new Error(`no operation ${name} has the directive @guard`);
  return guard;
}

function nameOf(operation: OperationDefinitionNode): string {
  if (!operation.name) throw new Error('the operation must have a name');
  return operation.name.value;
}

/** The names in braces in a path, in order. */
function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
}

function bindVariables(options: {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  http: HttpArguments;
}): Parameter[] {
  const { schema, operation, http } = options;
  const variables = new Map((operation.variableDefinitions ?? []).map((each) => [each.variable.name.value, each]));
  const bound: [ParameterLocation, string][] = [
    ...pathParameters(http.path).map((name): [ParameterLocation, string] => ['path', name]),
    ...(http.query ?? []).map((name): [ParameterLocation, string] => ['query', name]),
    ...(http.body ?? []).map((name): [ParameterLocation, string] => ['body', name]),
    ...(http.dialect ?? []).map((name): [ParameterLocation, string] => ['dialect', name]),
  ];
  const parameters = bound.map(([location, name]) => {
    const definition = variables.get(name);
    if (!definition)
      throw new Error(`@http names ${name}, which is not a variable of the operation, or is named twice`);
    variables.delete(name);
    return buildParameter({ schema, definition, location });
  });
  for (const name of variables.keys()) {
    throw new Error(`@http does not name the variable $${name} in path, query, body or dialect`);
  }
  return parameters;
}

function buildParameter(options: {
  schema: GraphQLSchema;
  definition: VariableDefinitionNode;
  location: ParameterLocation;
}): Parameter {
  const { schema, definition, location } = options;
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type) as GraphQLInputType; // Validation ensures that it is a known input type.
  const isRequired = isNonNullType(type) && definition.defaultValue === undefined;
  if (location === 'path' && !isRequired) throw new Error(`the path parameter $${name} must be required`);
  const typeOfVariable = getNamedType(type); // GraphQL coerces a single value to a list.
  const details = directiveOf<ParameterArguments>(definition, 'parameter');
  return {
    name,
    location,
    kind: kindOf(typeOfVariable),
    enumNames: isEnumType(typeOfVariable)
      ? new Map(typeOfVariable.getValues().map((value) => [wireEnumValue(value.name), value.name]))
      : undefined,
    required: isRequired || (details?.required ?? false),
    default: definition.defaultValue && valueFromASTUntyped(definition.defaultValue),
    documentedDefault: details?.documentedDefault,
    schema: details?.schema,
    isList: isListType(getNullableType(type)) && !isEnumType(typeOfVariable),
    minimum: details?.minimum,
    maximum: details?.maximum,
    maxLength: findLimit(maxCharacters, details?.maxCharacters),
    maxItems: findLimit(maxItems, details?.maxItems),
    description: details?.description,
    example: details?.example,
    segments: details?.segments ?? false,
  };
}

/** Arguments of `@parameter`; limits are given by name. */
type ParameterArguments = Partial<Omit<Parameter, 'maxLength' | 'maxItems'>> & {
  readonly maxCharacters?: string;
  readonly maxItems?: string;
};

function findLimit(limits: Readonly<Record<string, number>>, name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  if (!Object.hasOwn(limits, name)) throw new Error(`platform/input-limits.ts has no limit named ${name}`);
  return limits[name];
}

/**
 * Validates that a parameter for the remaining segments of a path is at the end of the path, or directly before an
 * ending that begins with a colon.
 * @throws {Error} with the name of the parameter if it is not
 */
function validateSegments(parameters: Parameter[], path: string): Parameter[] {
  const misplacedWildcard = parameters.find(
    ({ segments, location, name }) =>
      segments && !(location === 'path' && /^(?::[^{}]+)?$/.test(path.split(`/{${name}}`)[1] ?? '{')),
  );
  if (misplacedWildcard) throw new Error(`$${misplacedWildcard.name} is a wildcard, but not at the end of the path`);
  return parameters;
}

function kindOf(type: GraphQLNamedInputType): ParameterKind {
  if (isEnumType(type)) return 'enum';
  return isInputObjectType(type) ? 'any' : (kinds[type.name] ?? 'string');
}

/** The REST parameter kinds of GraphQL scalars. Scalars without an entry are strings in REST. */
const kinds: Readonly<Record<string, ParameterKind>> = {
  Int: 'integer',
  BigInt: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  JSON: 'any',
};

function unwrapShape(dataShape: ObjectShape, unwrap: readonly string[]): Shape {
  let shape: Shape = dataShape;
  for (const name of unwrap) {
    if (shape.kind !== 'object' || shape.fields.length !== 1 || shape.fields[0]?.name !== name) {
      throw new Error(`unwrap: ${name} must be the only field at its level`);
    }
    shape = shape.fields[0].shape;
  }
  return shape;
}

function oneOf<Value extends string>(values: readonly Value[], value: string): Value {
  const found = values.find((each) => each === value);
  if (found === undefined) throw new Error(`invalid value ${value}: expected one of ${values.join(', ')}`);
  return found;
}
