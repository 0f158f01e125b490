import { MailListDocument, type MailListQuery, RetryMailDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatCount, formatEnum, formatTime } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

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
      <SearchedList
        query={list}
        listOf={({ mails }) => mails}
        fields={fields}
        columns={canRetry ? [...columns, actions] : columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/mails/export', filter }}
        noun={['email', 'emails']}
        advice="Accounts receive emails when they register, are approved, request a password reset, or change their password."
      />
    </Frame>
  );
}

type Row = NonNullable<MailListQuery['mails']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { title: 'Recipient', className: 'cell-breaks', cell: ({ recipient }) => recipient, secondLine: ({ uuid }) => uuid },
  { title: 'Purpose', cell: ({ kind }) => formatEnum(kind) },
  {
    title: 'Status',
    className: 'cell-breaks',
    cell: ({ status }) => formatEnum(status),
    secondLine: ({ attempts, lastError }) =>
      `${formatCount(attempts, 'attempt')}${lastError === null ? '' : `: ${lastError}`}`,
  },
  timeColumn('Created', ({ createdAt }) => createdAt),
  timeColumn('Finished', ({ finishedAt }) => finishedAt, {
    absent: 'Not yet',
    secondLine: ({ nextAttemptAt }) => nextAttemptAt !== null && `next attempt ${formatTime(nextAttemptAt)}`,
  }),
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
