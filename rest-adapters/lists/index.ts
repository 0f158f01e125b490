import type { PublishedGraph } from '../../gateway/index.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { listExport } from './list-export.js';
import { loadLists } from './load-lists.js';

export { describeLists, listTag } from './describe-lists.js';
export { describeParameter, parametersOfFilter } from './list-parameters.js';
export { type ExportedList, loadLists, validatedLists } from './load-lists.js';
export { registerLists } from './register-lists.js';

/**
 * The exports of all lists, by their names.
 * @throws {DocumentProblems} if an operation document is invalid
 */
export function listExports(graph: PublishedGraph): ReadonlyMap<string, RecordExport> {
  return new Map(loadLists(graph.apiSchema).map((list) => [list.name, listExport(list, graph)]));
}
