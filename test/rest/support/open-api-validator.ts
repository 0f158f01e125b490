import Ajv2020 from 'ajv/dist/2020.js';

type Check = ReturnType<Ajv2020.default['compile']>;

/** Caches compiled schemas by description, because compiling takes far longer than validating. */
const compiledSchemas = new WeakMap<object, WeakMap<object, Check>>();
const descriptions = new WeakMap<object, Ajv2020.default>();

/** Validates a value against a schema of an OpenAPI 3.1 description; unknown fields are errors too. */
export function validate(options: { openApi: object; schema: object; value: unknown }): unknown[] {
  const check = checkOf(options);
  return check(options.value) ? [] : [...(check.errors ?? [])];
}

function checkOf({ openApi, schema }: { openApi: object; schema: object }): Check {
  const checks = compiledSchemas.get(openApi) ?? new WeakMap<object, Check>();
  compiledSchemas.set(openApi, checks);
  const check = checks.get(schema) ?? ajvOf(openApi).compile(closed(relocateReferences(schema)));
  checks.set(schema, check);
  return check;
}

function ajvOf(openApi: object): Ajv2020.default {
  const existing = descriptions.get(openApi);
  if (existing !== undefined) return existing;
  const ajv = new Ajv2020.default({ strict: false, allErrors: true, formats: { 'date-time': utcMoment } });
  ajv.addSchema(closed(openApi), 'openapi.json');
  descriptions.set(openApi, ajv);
  return ajv;
}

/** The format of the services: a time in UTC with milliseconds. */
const utcMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Makes references point to the whole description. */
function relocateReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/'));
}

/** Disallows additional properties of objects. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [key, closed(item)]);
  const object = Object.fromEntries(entries);
  return (object.type === 'object' && object.properties ? { ...object, additionalProperties: false } : object) as Value;
}
