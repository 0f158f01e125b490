import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { projectRoot } from '../../../platform/project-root.js';

const file = join(projectRoot, 'test/fixtures/stix/schemas.json');

/** Validates a bundle against the published schemas of STIX 2.1; returns the first errors. */
export function stixErrors(bundle: { objects: readonly { type: string }[] }): string[] {
  const schemas = JSON.parse(readFileSync(file, 'utf8')) as { $id: string; title: string }[]; // A file of this project.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: false });
  for (const schema of schemas) ajv.addSchema(schema);
  const idOf = (title: string) => schemas.find((schema) => schema.title === title)?.$id ?? title;
  const errors = bundle.objects.flatMap((object, index) =>
    ajv.validate(idOf(object.type), object) ? [] : [`${index} ${object.type}: ${ajv.errorsText()}`],
  );
  // The schema of bundles omits these types of STIX 2.1. The schemas above cover all objects.
  const listed = bundle.objects.filter(({ type }) => type !== 'grouping' && type !== 'note').slice(0, 20);
  if (!ajv.validate(idOf('bundle'), { ...bundle, objects: listed })) errors.push(ajv.errorsText());
  return errors.slice(0, 5);
}
