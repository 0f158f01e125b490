import { type FieldShape, type Shape, wireEnumValue } from '../response-shape.js';
import type { Parameter, ParameterKind } from '../route.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Component schemas by name; filled while schemas are built. */
export type Components = Map<string, JsonSchema>;

/** The JSON schema of a response shape. Named objects become components. */
export function schemaOfShape(shape: Shape, components: Components): JsonSchema {
  const schema = nonNullSchema(shape, components);
  if (!shape.nullable) return schema;
  return typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

/** Adds the schema as a component, and returns a reference to it. */
export function addComponent(name: string, schema: JsonSchema, components: Components): JsonSchema {
  const existing = components.get(name);
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema)) {
    throw new Error(`two different resources have the name ${name}`);
  }
  components.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** The JSON schema of a parameter or a field of a body. */
export function schemaOfParameter(parameter: Parameter): JsonSchema {
  const { enumNames, minimum, maximum, maxLength, maxItems } = parameter;
  return {
    ...typeOf(parameter),
    ...(enumNames && { enum: [...enumNames.keys()] }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...defaultOf(parameter),
  };
}

function typeOf(parameter: Parameter): JsonSchema {
  if (parameter.schema !== undefined) {
    const item = { $ref: `#/components/schemas/${parameter.schema}` };
    return parameter.isList ? { type: 'array', items: item } : item;
  }
  if (parameter.kind === 'any') return typeOfExample(exampleOf(parameter).example);
  return { type: parameter.kind === 'enum' ? 'string' : parameter.kind };
}

function typeOfExample(example: unknown): JsonSchema {
  return Array.isArray(example) ? { type: 'array', items: typeOfExample(example[0]) } : { type: typeof example };
}

/** The example of a parameter, converted to its type. */
export function exampleOf({ kind, example }: Parameter): { example?: unknown } {
  return example === undefined ? {} : { example: parseValue(kind, example) };
}

function defaultOf({ kind, default: value, documentedDefault }: Parameter): { default?: unknown } {
  if (value !== undefined) return { default: value };
  return documentedDefault === undefined ? {} : { default: parseValue(kind, documentedDefault) };
}

function parseValue(kind: ParameterKind, text: string): unknown {
  return kind === 'string' || kind === 'enum' ? text : JSON.parse(text);
}

function nonNullSchema(shape: Shape, components: Components): JsonSchema {
  switch (shape.kind) {
    case 'scalar':
      return scalarSchema(shape.scalar);
    case 'enum':
      return { type: 'string', enum: shape.names.map(wireEnumValue) };
    case 'list':
      return { type: 'array', items: schemaOfShape(shape.item, components) };
    case 'object': {
      const schema = objectSchema(shape.fields, components);
      return shape.name === undefined ? schema : addComponent(shape.name, schema, components);
    }
  }
}

function objectSchema(fields: readonly FieldShape[], components: Components): JsonSchema {
  const schema = inlineFields(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(schema.map((field) => [field.wireName, fieldSchema(field, components)])),
    required: schema.filter((field) => !field.absentWhenNull).map(({ wireName }) => wireName),
  };
}

function fieldSchema(field: FieldShape, components: Components): JsonSchema {
  const shape = field.absentWhenNull ? { ...field.shape, nullable: false } : field.shape;
  const schema = field.constant === undefined ? schemaOfShape(shape, components) : { const: field.constant };
  return field.description === undefined ? schema : { ...schema, description: field.description };
}

function inlineFields(fields: readonly FieldShape[]): FieldShape[] {
  return fields.flatMap((field) =>
    field.inline && field.shape.kind === 'object' ? inlineFields(field.shape.fields) : [field],
  );
}

function scalarSchema(name: string): JsonSchema {
  const schema = scalars[name];
  if (schema === undefined) throw new Error(`no JSON Schema is defined for the scalar ${name}`);
  return schema;
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  BigInt: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  JSON: {},
  JSONObject: { type: 'object', additionalProperties: true },
  DateTime: { type: 'string', format: 'date-time' },
};
