import { type PermissionRule, permissions } from '../../platform/permissions/index.js';
import { rowFormats } from '../../platform/record-formats/index.js';
import {
  type Description,
  exportResponses,
  formatParameter,
  gzipped,
  operators,
  rowForms,
} from '../streams/describe-export.js';
import { describeParameter } from './list-parameters.js';
import { type ExportedList, pathOf } from './load-lists.js';

/** The tag of the exports of lists in OpenAPI. */
export const listTag = {
  name: 'Exports of lists',
  description:
    'Exports each list as one file, with the permissions and filters of the GraphQL API. `GET /api/alerts/export` and `GET /api/endpoints/export` belong to the alert triage service, `GET /api/v1/export/{zone}` to the domain zone feed.',
};

/** The descriptions of the exports in OpenAPI, by path. */
export function describeLists(lists: readonly ExportedList[]): Readonly<Record<string, Description>> {
  return Object.fromEntries(lists.map((list) => [pathOf(list), { get: describeList(list) }]));
}

function describeList({ title, operationName, order, permission, columns, parameters }: ExportedList): Description {
  const { grants }: PermissionRule = permissions[permission];
  const names = columns.map((column) => `\`${column.name}\``).join(', ');
  return {
    operationId: operationName.charAt(0).toLowerCase() + operationName.slice(1),
    summary: `Export ${title}`,
    description: `Streams all records that match the filter, ${order}, page by page: as newline-delimited JSON, CSV (RFC 4180) with a header, or Apache Parquet. Columns: ${names}. Times are Unix epoch seconds. ${rowForms} ${gzipped} Permission: \`${permission}\`.`,
    tags: [listTag.name],
    security: [...(grants.account === undefined ? [] : [{ apiKey: [] }]), ...operators],
    parameters: [formatParameter(rowFormats), ...parameters.map(describeParameter)],
    responses: exportResponses(rowFormats, {}),
  };
}
