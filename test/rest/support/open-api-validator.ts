import Ajv2020 from 'ajv/dist/2020.js';

/** What of a value does not fit a schema of an OpenAPI 3.1 description; fields that it does not know are told too. */
export function validate(options: { openApi: object; schema: object; value: unknown }): unknown[] {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true });
  ajv.addSchema(closed(options.openApi), 'openapi.json');
  const check = ajv.compile(closed(relocated(options.schema)));
  check(options.value);
  return check.errors ?? [];
}

/** References point into the whole description. */
function relocated(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/'));
}

/** Objects with properties have no others. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [key, closed(item)]);
  const object = Object.fromEntries(entries);
  return (object.type === 'object' && object.properties ? { ...object, additionalProperties: false } : object) as Value;
}
