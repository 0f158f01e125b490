import Ajv2020 from 'ajv/dist/2020.js';

/** What of a value does not fit a schema of an OpenAPI 3.1 description; fields that it does not know are told too. */
export function validate(options: { openApi: object; schema: object; value: unknown }): unknown[] {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true, formats: { 'date-time': utcMoment } });
  ajv.addSchema(closed(options.openApi), 'openapi.json');
  const check = ajv.compile(closed(relocated(options.schema)));
  check(options.value);
  return check.errors ?? [];
}

/** As the services write it: a moment in UTC, to the millisecond. */
const utcMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

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
