import {
  NotificationDeliveryListDocument,
  type NotificationDeliveryListQuery,
  ResendNotificationsDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import type { Column } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatTime, timeTitle } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, PagedList, pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

const { path } = paths.messages;
const statuses = ['PENDING', 'DELIVERED', 'DEAD'] as const;
const fields = [
  { name: 'rule', label: 'Rule', placeholder: 'Id of a rule' },
  { name: 'status', label: 'Status', options: optionsOf(statuses) },
];

/** Messages of notification rules, including those that could not be delivered. */
export function MessagesPage() {
  const { search } = useLocation();
  const rule = search.get('rule') || undefined;
  const filter = { ruleId: rule, status: choiceOf(search, 'status', statuses) };
  const variables = { filter, ...pageVariables(search) };
  const list = useGraphQuery({ document: NotificationDeliveryListDocument, variables });
  return (
    <Frame page={paths.messages} hint="Messages of notification rules, newest first.">
      <QueryPanel query={list} what="messages">
        {({ notificationDeliveries }) => {
          const dead = notificationDeliveries.nodes.find(({ status }) => status === 'DEAD');
          return (
            <>
              <SearchForm path={path} search={search} fields={fields} />
              {rule !== undefined && dead !== undefined && (
                <p>
                  <ActionButton
                    label="Send all again"
                    subject={dead.ruleName}
                    document={ResendNotificationsDocument}
                    variables={{ input: { ruleId: rule } }}
                    consequence="All dead messages of the rule are sent again, with their ids and in their original order."
                  />
                </p>
              )}
              <PagedList
                {...{ path, search, columns }}
                list={notificationDeliveries}
                stale={list.loading}
                keyOf={({ id }) => id}
                exported={{ path: 'api/notification-deliveries/export', filter }}
                noun={['message', 'messages']}
                advice="No rule has sent a message. Rules are on the page Notifications."
              />
            </>
          );
        }}
      </QueryPanel>
    </Frame>
  );
}

type Row = NonNullable<NotificationDeliveryListQuery['notificationDeliveries']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Message',
    className: 'cell-breaks',
    cell: ({ title, kind }) => (
      <>
        {title}
        <span className="row-second">
          <code>{kind}</code>
        </span>
      </>
    ),
  },
  { title: 'Rule', className: 'cell-breaks', cell: ({ ruleName }) => ruleName },
  {
    title: 'Status',
    className: 'cell-breaks',
    cell: ({ status, attempts, lastError }) => (
      <>
        {formatEnum(status)}
        <span className="row-second">
          {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
          {lastError !== null && `: ${lastError}`}
        </span>
      </>
    ),
  },
  { title: timeTitle('Queued'), className: 'row-time', cell: ({ queuedAt }) => formatTime(queuedAt) },
  {
    title: timeTitle('Last attempt'),
    className: 'row-time',
    cell: ({ attemptedAt, retryAt }) => (
      <>
        {attemptedAt === null ? 'None' : formatTime(attemptedAt)}
        {retryAt !== null && <span className="row-second">next {formatTime(retryAt)}</span>}
      </>
    ),
  },
  {
    title: 'Actions',
    cell: ({ id, ruleId, title, status }) =>
      status === 'DEAD' && (
        <div className="row-actions">
          <ActionButton
            label="Send again"
            subject={title}
            document={ResendNotificationsDocument}
            variables={{ input: { ruleId, deliveryIds: [id] } }}
            consequence="The message is sent again with the same id, before the pending messages."
          />
        </div>
      ),
  },
];
