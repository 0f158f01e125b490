import {
  OperatorTokenListDocument,
  type OperatorTokenListQuery,
  RevokeOperatorTokenDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';
import { roleColumn, roles } from './roles.js';
import { TokenExpiration } from './token-expiration.js';
import { TokenForm } from './token-form.js';

const statuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

const fields = [
  { name: 'search', label: 'Search', placeholder: 'Name, prefix, tenant' },
  { name: 'role', label: 'Role', options: optionsOf(roles) },
  { name: 'status', label: 'Status', options: optionsOf(statuses) },
];

/** Lists, creates, extends and revokes operator tokens. */
export function TokensPage() {
  const { search } = useLocation();
  const filter = {
    search: search.get('search') || undefined,
    role: choiceOf(search, 'role', roles),
    status: choiceOf(search, 'status', statuses),
  };
  const list = useGraphQuery({ document: OperatorTokenListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <Frame
      page={paths.tokens}
      hint="Operator tokens of people and programs. Tokens in the settings are not listed."
      form={<TokenForm />}
    >
      <SearchedList
        query={list}
        listOf={({ operatorTokens }) => operatorTokens}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/tokens/export', filter }}
        noun={['token', 'tokens']}
        advice="People and programs authenticate with tokens."
        create="New token"
      />
    </Frame>
  );
}

type Row = NonNullable<OperatorTokenListQuery['operatorTokens']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Name',
    className: 'cell-breaks',
    cell: ({ name }) => name,
    secondLine: ({ prefix }) => <code>{prefix}…</code>,
  },
  roleColumn,
  { title: 'Status', cell: ({ status }) => formatEnum(status) },
  timeColumn('Created', ({ createdAt }) => createdAt),
  timeColumn('Expires', ({ expiresAt }) => expiresAt, { absent: 'Never' }),
  {
    title: 'Actions',
    cell: ({ id, name, status, expiresAt }) =>
      status !== 'REVOKED' && (
        <div className="row-actions">
          <TokenExpiration id={id} name={name} expiresAt={expiresAt} />
          <ActionButton
            label="Revoke"
            subject={name}
            document={RevokeOperatorTokenDocument}
            variables={{ input: { id } }}
            consequence="The token and its sessions stop working within seconds. This cannot be undone."
            isDestructive
          />
        </div>
      ),
  },
];
