import {
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { flag, invalidParameter, oneOf, readParameters, single, time } from '../../platform/record-parameters.js';
import { snakeCase } from '../../platform/snake-case.js';
import { wireEnumValue } from '../response-shape.js';

/** A parameter of an exported list: a variable of its operation, or a field of a variable that is a filter. */
export interface ListParameter {
  /** Name of the parameter in REST. */
  readonly name: string;
  /** The variable that the parameter sets; for a field of a filter, also the name of the field. */
  readonly path: readonly [variable: string, field?: string];
  readonly description: string;
  readonly isRequired: boolean;
  /** JSON schema of the parameter. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * Converts the parameter's values in the query string to the value of the variable.
   * @throws {DomainError} BAD_USER_INPUT
   */
  read(texts: readonly string[], name: string): unknown;
}

/** The variable for the cursor, which is not a parameter of the export. */
export const cursorVariable = 'after';

/** The parameters of an operation: its variables except the cursor, and the fields of variables that are filters. */
export function parametersOf(options: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
}): ListParameter[] {
  const { schema, document, operation } = options;
  const descriptions = descriptionsOfVariables(schema, document);
  return (operation.variableDefinitions ?? []).flatMap((definition): ListParameter[] => {
    const variable = definition.variable.name.value;
    if (variable === cursorVariable) return [];
    const type = typeFromAST(schema, definition.type) as GraphQLInputType; // Validation ensures that it is a known input type.
    const namedType = getNamedType(type);
    if (isInputObjectType(namedType)) return parametersOfFilter(namedType, variable);
    return [parameter({ name: variable, path: [variable], type, description: descriptions.get(variable) ?? '' })];
  });
}

/** The parameters for the fields of a filter. */
export function parametersOfFilter(filter: GraphQLInputObjectType, variable = 'filter'): ListParameter[] {
  return Object.values(filter.getFields()).map((field) =>
    parameter({ ...field, path: [variable, field.name], description: field.description ?? '' }),
  );
}

/** Describes a parameter in OpenAPI. */
export function describeParameter({ name, isRequired, description, schema }: ListParameter): object {
  return { name, in: 'query', required: isRequired, description, schema };
}

/**
 * Converts the query parameters of a request to the variables of the operation.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` for an unknown name, an invalid value or a missing parameter
 */
export function readVariables(
  parameters: readonly ListParameter[],
  input: URLSearchParams,
): Record<string, Record<string, unknown> | unknown> {
  const readers = Object.fromEntries(parameters.map(({ name, read }) => [name, [name, read] as const]));
  const values = readParameters(input, readers);
  const variables: Record<string, unknown> = {};
  for (const { name, path, isRequired } of parameters) {
    const [variable, field] = path;
    if (isRequired && values[name] === undefined) throw invalidParameter(name, 'is required');
    if (values[name] === undefined) continue;
    if (field === undefined) variables[variable] = values[name];
    else variables[variable] = { ...(variables[variable] as object | undefined), [field]: values[name] };
  }
  return variables;
}

function parameter(declared: {
  name: string;
  path: ListParameter['path'];
  type: GraphQLInputType;
  description: string;
}): ListParameter {
  const { name, path, type, description } = declared;
  const { schema, read } = valuesOf(type);
  const isList = isListType(getNullableType(type));
  return {
    ...{ name: snakeCase(name), path, isRequired: isNonNullType(type) },
    description: restDescription(description),
    schema: isList ? { type: 'array', items: schema } : schema,
    read: isList ? (texts, key) => texts.map((text) => read(text, key)) : (texts, key) => read(single(texts, key), key),
  };
}

/**
 * The description in the graph, with REST names, and with defaults instead of meanings of null, because a query
 * parameter is absent instead of null.
 */
function restDescription(description: string): string {
  return description
    .replaceAll(/`([a-z]+[A-Z]\w*)`/g, (_, field: string) => `\`${snakeCase(field)}\``)
    .replaceAll(/\bNull(?: or omitted)?:/g, 'Default:')
    .replaceAll(/\bnull:/g, 'default:');
}

interface Values {
  readonly schema: Readonly<Record<string, unknown>>;
  read(text: string, name: string): unknown;
}

function valuesOf(type: GraphQLInputType): Values {
  const namedType = getNamedType(type);
  if (isEnumType(namedType)) {
    const values = namedType.getValues().map((value) => value.name);
    const names = values.map(wireEnumValue);
    const read = (text: string, name: string) => {
      const [found = ''] = oneOf(names)([text], name);
      return values[names.indexOf(found)];
    };
    return { schema: { type: 'string', enum: names }, read };
  }
  return scalars[namedType.name] ?? { schema: { type: 'string' }, read: (text) => text };
}

/** JSON schemas and readers of scalars. Scalars without an entry are strings. */
const scalars: Readonly<Record<string, Values>> = {
  Boolean: { schema: { type: 'boolean' }, read: (text, name) => flag([text], name) },
  DateTime: {
    schema: { type: 'string', format: 'date-time' },
    read: (text, name) => time([text], name).toISOString(),
  },
  Int: { schema: { type: 'integer' }, read: number(/^-?\d{1,9}$/, 'an integer') },
  Float: { schema: { type: 'number' }, read: number(/^-?\d{1,9}(\.\d{1,9})?$/, 'a number') },
};

function number(pattern: RegExp, expected: string): Values['read'] {
  return (text, name) => {
    if (!pattern.test(text)) throw invalidParameter(name, `must be ${expected}`);
    return Number(text);
  };
}

/** The descriptions of variables: those of the arguments to which they are passed. */
function descriptionsOfVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, string> {
  const found = new Map<string, string>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument({ value }) {
        const description = info.getArgument()?.description;
        if (value.kind === 'Variable' && description) found.set(value.name.value, description);
      },
    }),
  );
  return found;
}
