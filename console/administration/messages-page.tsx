import {
  NotificationDeliveryListDocument,
  type NotificationDeliveryListQuery,
  ResendNotificationsDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatCount, formatEnum, formatTime } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

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
  const dead = list.data?.notificationDeliveries.nodes.find(({ status }) => status === 'DEAD');
  return (
    <Frame page={paths.messages} hint="Messages of notification rules, newest first.">
      {rule !== undefined && dead !== undefined && (
        <p>
          <ActionButton
            label="Send all again"
            subject={dead.ruleName}
            document={ResendNotificationsDocument}
            variables={{ input: { ruleId: rule } }}
            consequence="All dead messages of the rule are sent again with the same ids, in their original order."
          />
        </p>
      )}
      <SearchedList
        query={list}
        listOf={({ notificationDeliveries }) => notificationDeliveries}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/notification-deliveries/export', filter }}
        noun={['message', 'messages']}
        advice="A message is listed when a rule has queued it. Rules are on the page Notifications."
      />
    </Frame>
  );
}

type Row = NonNullable<NotificationDeliveryListQuery['notificationDeliveries']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Message',
    className: 'cell-breaks',
    cell: ({ title }) => title,
    secondLine: ({ kind }) => <code>{kind}</code>,
  },
  { title: 'Rule', className: 'cell-breaks', cell: ({ ruleName }) => ruleName },
  {
    title: 'Status',
    className: 'cell-breaks',
    cell: ({ status }) => formatEnum(status),
    secondLine: ({ attempts, lastError }) =>
      `${formatCount(attempts, 'attempt')}${lastError === null ? '' : `: ${lastError}`}`,
  },
  timeColumn('Queued', ({ queuedAt }) => queuedAt),
  timeColumn('Last attempt', ({ attemptedAt }) => attemptedAt, {
    absent: 'None',
    secondLine: ({ retryAt }) => retryAt !== null && `next ${formatTime(retryAt)}`,
  }),
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
