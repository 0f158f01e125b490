import type { PreparedOperation, PublishedGraph } from '../../gateway/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { authorize, conditionNames } from '../../platform/permissions/index.js';
import { rowEncoder, rowFormats, writeRecords } from '../../platform/record-formats/index.js';
import { formatOf } from '../../platform/record-parameters.js';
import type { RecordExport, StreamRequest } from '../../platform/record-streams.js';
import { valueAt } from '../response.js';
import type { ListRecord } from './list-columns.js';
import { cursorVariable, readVariables } from './list-parameters.js';
import type { ExportedList } from './load-lists.js';

/** Creates the export of a list of the graph. It reads one page at a time, and only that page is in memory. */
export function listExport(list: ExportedList, graph: PublishedGraph): RecordExport {
  let operation: PreparedOperation | undefined;
  return {
    // The graph decides whether the conditions of the permission hold.
    authorize: ({ caller }) => void authorize(caller, list.permission, conditionNames),
    async run(request, { parameters, write, onProgress }) {
      const { format, rest } = formatOf(parameters, rowFormats);
      const variables = readVariables(list.parameters, rest);
      // Prepared on first use, because a server has many lists.
      operation ??= graph.prepare(list);
      const read = pageReader({ list, operation, request, variables });
      await writeRecords({ encoder: rowEncoder(format, list.columns), write, onProgress }, async (writeAll) => {
        for (let cursor: string | null = null, hasMore = true; hasMore; ) {
          request.signal.throwIfAborted();
          const page = await read(cursor);
          await writeAll(page.records);
          cursor = page.endCursor;
          hasMore = page.hasNextPage;
        }
      });
    },
  };
}

interface Page {
  readonly records: readonly ListRecord[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

function pageReader(options: {
  list: ExportedList;
  operation: PreparedOperation;
  request: StreamRequest;
  variables: Readonly<Record<string, unknown>>;
}): (cursor: string | null) => Promise<Page> {
  const { list, operation, request, variables } = options;
  return async function read(cursor) {
    const input = list.isPaged ? { ...variables, [cursorVariable]: cursor } : { ...variables };
    const { data, errors = [] } = await operation.execute({ variables: input, context: request });
    if (errors.length > 0) throw errors[0];
    const found = valueAt(data, list.path);
    if (found === null || found === undefined) {
      assertExists(list, data);
      return { records: [], hasNextPage: false, endCursor: null };
    }
    // The document determines the types.
    if (!list.isPaged) return { records: found as ListRecord[], hasNextPage: false, endCursor: null };
    const { nodes, pageInfo } = found as { nodes: ListRecord[]; pageInfo: Omit<Page, 'records'> };
    return { records: nodes, ...pageInfo };
  };
}

/**
 * Verifies that the object with the list exists.
 * @throws {DomainError} NOT_FOUND
 */
function assertExists({ path, notFound }: ExportedList, data: unknown): void {
  const object = valueAt(data, path.slice(0, -1)) ?? null;
  if (path.length > 1 && object === null && notFound !== undefined) {
    throw new DomainError('NOT_FOUND', notFound.description);
  }
}
