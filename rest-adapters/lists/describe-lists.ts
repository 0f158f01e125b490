import { type PermissionRule, permissions } from '../../platform/permissions/index.js';
import { rowFormats } from '../../platform/record-formats/index.js';
import {
  error,
  exportResponses,
  formatParameter,
  gzipped,
  type OpenApiObject,
  operatorSecurity,
  rowForms,
} from '../streams/describe-export.js';
import { describeParameter } from './list-parameters.js';
import { type ExportedList, pathOf } from './load-lists.js';

/** The OpenAPI tag of the list exports. */
export const listTag = {
  name: 'Exports of lists',
  description:
    'Exports each list as one file, with the permissions and filters of the GraphQL API. `GET /api/alerts/export` and `GET /api/endpoints/export` belong to the alert triage service, `GET /api/v1/export/{zone}` to the domain zone feed.',
};

/** The OpenAPI descriptions of the list exports, by path. */
export function describeLists(lists: readonly ExportedList[]): Readonly<Record<string, OpenApiObject>> {
  return Object.fromEntries(lists.map((list) => [pathOf(list), { get: describeList(list) }]));
}

function describeList(list: ExportedList): OpenApiObject {
  const { title, operationName, order, permission, columns, parameters, notFound, isCharged, exceptTrial } = list;
  const { grants, conditional, purpose, unauthenticated, forbidden }: PermissionRule = permissions[permission];
  const names = columns.map((column) => `\`${column.name}\``).join(', ');
  const charge = isCharged ? ' If the caller is an account, the export counts as one query toward its quota.' : '';
  const matching = parameters.length === 0 ? '' : ' that match the parameters';
  const isForAccounts = grants.account !== undefined;
  const tier = exceptTrial ? ' or does not include the list' : '';
  const expired = isForAccounts ? `, or the subscription of the account has expired${tier}` : '';
  const access = {
    ...{ unauthenticated, forbidden },
    // The purpose completes the sentence "The caller may not …".
    action: `${purpose.replaceAll(' and ', ' or ')} (permission \`${permission}\`)${expired}`,
    limit: isCharged ? 'the query quota of the account is used up' : undefined,
  };
  return {
    operationId: operationName.charAt(0).toLowerCase() + operationName.slice(1),
    summary: `Export ${title}`,
    description: `Streams all records${matching} as newline-delimited JSON, CSV (RFC 4180) with a header, or Apache Parquet. The records are read page by page, ${order}. Columns: ${names}. Times are Unix epoch seconds. ${rowForms} ${gzipped}${charge} Permission: \`${permission}\`.`,
    tags: [listTag.name],
    security: [
      ...(conditional?.grants.anonymous === undefined ? [] : [{}]),
      ...(isForAccounts ? [{ apiKey: [] }] : []),
      ...operatorSecurity,
    ],
    parameters: [formatParameter(rowFormats), ...parameters.map(describeParameter)],
    responses: {
      ...exportResponses(rowFormats, { examples: {}, access }),
      ...(notFound !== undefined && { 404: error(notFound.description, notFound.example) }),
    },
  };
}
