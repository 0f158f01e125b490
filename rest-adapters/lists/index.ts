import type { PublishedGraph } from '../../gateway/index.js';
import { once } from '../../platform/once.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { listExport } from './list-export.js';
import { listNames, loadLists } from './load-lists.js';

export { describeLists, listTag } from './describe-lists.js';
export { describeParameter, parametersOfFilter } from './list-parameters.js';
export { type ExportedList, loadLists, readValidatedLists } from './load-lists.js';
export { registerLists } from './register-lists.js';

/**
 * The exports of all lists, by the name of the list. The operation documents are read when the first list is exported.
 */
export function listExports(graph: PublishedGraph): ReadonlyMap<string, RecordExport> {
  const exports = once(() => new Map(loadLists(graph.apiSchema).map((list) => [list.name, listExport(list, graph)])));
  function exportOf(name: string): RecordExport {
    const found = exports().get(name);
    if (found === undefined) throw new Error(`The document of the list ${name} contains no operation`);
    return found;
  }
  return new Map(
    listNames().map((name) => [
      name,
      {
        authorize: (request) => exportOf(name).authorize(request),
        run: (request, options) => exportOf(name).run(request, options),
      },
    ]),
  );
}
