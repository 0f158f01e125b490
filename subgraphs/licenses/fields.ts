import type { Selection } from '../../platform/graph/index.js';
import type { ControllerFields } from './records.js';
import { fieldsOf } from './rules/controller-fields.js';

const fieldSets = new WeakMap<Selection, ControllerFields>();

/** What to read for what an operation selects of controllers. */
export function controllerFields(selection: Selection): ControllerFields {
  return remembered(selection, () => selection.names);
}

/** What to read for what an operation selects of a connection of them. */
export function connectionControllerFields(connection: Selection): ControllerFields {
  return remembered(connection, () => [
    ...connection.below('nodes').names,
    ...connection.below('edges').below('node').names,
  ]);
}

function remembered(selection: Selection, names: () => readonly string[]): ControllerFields {
  const known = fieldSets.get(selection);
  if (known !== undefined) return known;
  const fields = fieldsOf(names());
  fieldSets.set(selection, fields);
  return fields;
}
