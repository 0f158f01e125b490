import { MailListDocument, type MailListQuery, RetryMailDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import type { Column } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { countOf, formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, PagedList, pageVariables } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

const { path } = paths.emails;
const statuses = ['WAITING', 'SENT', 'FAILED', 'DROPPED'] as const;
const fields = [{ name: 'status', label: 'Status', options: optionsOf(statuses) }];

/** Emails to accounts of the zone feed. Failed ones can be sent again. */
export function EmailsPage() {
  const { search } = useLocation();
  const canRetry = usePermissions().includes('mails.retry');
  const filter = { status: choiceOf(search, 'status', statuses) };
  const variables = { ...filter, ...pageVariables(search) };
  const list = useGraphQuery({ document: MailListDocument, variables });
  return (
    <Frame page={paths.emails} hint="Emails to accounts of the zone feed, newest first. Their text is not stored.">
      <QueryPanel query={list} what="emails">
        {({ mails }) => (
          <>
            <SearchForm path={path} search={search} fields={fields} />
            <PagedList
              {...{ path, search, columns: canRetry ? [...columns, actions] : columns }}
              list={mails}
              stale={list.loading}
              keyOf={({ id }) => id}
              exported={{ path: 'api/mails/export', filter }}
              noun={['email', 'emails']}
              advice="Accounts get emails when they register, are approved, request a password reset, or change their password."
            />
          </>
        )}
      </QueryPanel>
    </Frame>
  );
}

type Row = NonNullable<MailListQuery['mails']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Recipient',
    className: 'cell-breaks',
    cell: ({ recipient, uuid }) => (
      <>
        {recipient}
        <span className="row-second">{uuid}</span>
      </>
    ),
  },
  { title: 'Purpose', cell: ({ kind }) => formatEnum(kind) },
  {
    title: 'Status',
    className: 'cell-breaks',
    cell: ({ status, attempts, lastError }) => (
      <>
        {formatEnum(status)}
        <span className="row-second">
          {countOf(attempts, 'attempt')}
          {lastError !== null && `: ${lastError}`}
        </span>
      </>
    ),
  },
  { title: timeTitle('Created'), className: 'row-time', cell: ({ createdAt }) => formatTime(createdAt) },
  {
    title: timeTitle('Finished'),
    className: 'row-time',
    cell: ({ finishedAt, nextAttemptAt }) => (
      <>
        {finishedAt === null ? 'Not yet' : formatTime(finishedAt)}
        {nextAttemptAt !== null && <span className="row-second">next attempt {formatTime(nextAttemptAt)}</span>}
      </>
    ),
  },
];

const actions: Column<Row> = {
  title: 'Actions',
  cell: ({ id, recipient, status }) =>
    (status === 'FAILED' || status === 'DROPPED') && (
      <ActionButton
        label="Send again"
        subject={recipient}
        document={RetryMailDocument}
        variables={{ input: { id } }}
        consequence="The email is sent again immediately, and retried like a new one."
      />
    ),
};
