import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { projectRoot } from '../../../platform/project-root.js';

interface Attribute {
  readonly requirement?: string;
  readonly type?: string;
  readonly is_array?: boolean;
  readonly enum?: Readonly<Record<string, unknown>>;
}
interface Definition {
  /** Number of a class within its category. */
  readonly uid?: number;
  readonly extends?: string;
  readonly attributes: Readonly<Record<string, Attribute | readonly string[]>>;
  readonly constraints?: { readonly at_least_one?: readonly string[] };
}
interface Definitions {
  readonly [path: string]: Definition;
  readonly 'dictionary.json': Definition & {
    readonly types: {
      readonly attributes: Readonly<Record<string, { type?: string; regex?: string; max_len?: number }>>;
    };
  };
}

const classes: Readonly<Record<string, string>> = {
  base_event: 'events/base_event.json',
  finding: 'events/findings/finding.json',
};
/** The profiles of the events, as listed in `metadata`. */
const profiles = new Set(['profiles/host.json', 'profiles/incident.json']);

/** Validates events against the published definitions of OCSF 1.8.0; returns the first errors. */
export function ocsfErrors(events: readonly object[]): string[] {
  const file = join(projectRoot, 'test/fixtures/ocsf/definitions.json');
  const definitions = JSON.parse(readFileSync(file, 'utf8')) as Definitions; // A file of this project.
  const validate = new Ajv2020({ strict: false }).compile(schemaOf(definitions));
  return events
    .flatMap((event, index) => (validate(event) ? [] : [`${index}: ${JSON.stringify(validate.errors)}`]))
    .slice(0, 5);
}

/** Converts the definitions to JSON Schema according to the OCSF metaschema: unknown attributes are errors. */
function schemaOf(definitions: Definitions): object {
  const objects: Record<string, object> = {};
  function reference(name: string): object {
    if (name === 'object') return { type: 'object' };
    if (objects[name] === undefined) {
      objects[name] = {};
      Object.assign(objects[name], objectSchema(`objects/${name}.json`));
    }
    return { $ref: `#/$defs/${name}` };
  }
  function attributesOf(path: string): Record<string, Attribute> {
    const definition = definitions[path];
    if (definition === undefined) throw new Error(`${path} is not among the definitions`);
    const inherited =
      definition.extends === undefined
        ? {}
        : attributesOf(classes[definition.extends] ?? `objects/${definition.extends}.json`);
    const { $include: included = [], ...own } = definition.attributes;
    const ofProfiles = (included as readonly string[]).filter((name) => profiles.has(name)).map(attributesOf);
    const merged: Record<string, Attribute> = { ...inherited };
    for (const part of [...ofProfiles, own as Record<string, Attribute>]) {
      for (const [name, attribute] of Object.entries(part)) merged[name] = { ...merged[name], ...attribute };
    }
    return merged;
  }
  function constraintOf(path: string): readonly string[] | undefined {
    const { constraints, extends: parent } = definitions[path] ?? {};
    return (
      constraints?.at_least_one ??
      (parent === undefined || parent === 'object' ? undefined : constraintOf(`objects/${parent}.json`))
    );
  }
  function objectSchema(path: string): object {
    const attributes = attributesOf(path);
    const anyOf = path.startsWith('objects/') ? constraintOf(path)?.map((name) => ({ required: [name] })) : undefined;
    return {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(attributes).filter((name) => attributes[name]?.requirement === 'required'),
      properties: Object.fromEntries(
        Object.entries(attributes).map(([name, attribute]) => [name, propertySchema(name, attribute)]),
      ),
      ...(anyOf && { anyOf }),
    };
  }
  function propertySchema(name: string, attribute: Attribute): object {
    const dictionary = definitions['dictionary.json'].attributes[name] as Attribute;
    const { type = '', is_array: isArray = false } = { ...dictionary, ...attribute };
    const values = { ...dictionary.enum, ...attribute.enum };
    // An identifier consists of those of the category and the class.
    const isComposed = ['category_uid', 'class_uid', 'type_uid'].includes(name);
    const one =
      Object.keys(values).length > 0 && !isComposed ? { enum: Object.keys(values).map(Number) } : typeSchema(type);
    return isArray ? { type: 'array', items: one } : one;
  }
  function typeSchema(type: string): object {
    const scalars: Readonly<Record<string, object>> = {
      ...{ string_t: { type: 'string' }, boolean_t: { type: 'boolean' }, float_t: { type: 'number' } },
      ...{ integer_t: { type: 'integer' }, long_t: { type: 'integer' }, json_t: {} },
    };
    const definition = definitions['dictionary.json'].types.attributes[type];
    // An attribute with an object that is not defined must be absent.
    if (definition === undefined && type !== 'object' && definitions[`objects/${type}.json`] === undefined) {
      return { not: {} };
    }
    if (definition === undefined) return reference(type);
    return {
      ...(scalars[type] ?? scalars[definition.type ?? '']),
      ...(definition.regex && { pattern: definition.regex }),
      ...(definition.max_len && { maxLength: definition.max_len }),
    };
  }
  const finding = objectSchema('events/findings/detection_finding.json');
  return { allOf: [finding, identifiers(definitions)], $defs: objects };
}

/** The category of findings is 2. Identifiers of classes and types contain those of their parents. */
function identifiers(definitions: Definitions): object {
  const { uid = 0 } = definitions['events/findings/detection_finding.json'] ?? {};
  const classUid = 2 * 1000 + uid;
  const types = [0, 1, 2, 3, 99].map((activity) => ({
    properties: { activity_id: { const: activity }, type_uid: { const: classUid * 100 + activity } },
  }));
  return { properties: { category_uid: { const: 2 }, class_uid: { const: classUid } }, anyOf: types };
}
