import { readBySelection } from '../../platform/graph/index.js';
import { fieldsOf } from './rules/controller-fields.js';

/** What to read for what an operation selects of controllers, or of a connection of them. */
export const { of: controllerFields, ofNodes: connectionControllerFields } = readBySelection(fieldsOf);
