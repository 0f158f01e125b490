import {
  DeleteNotificationRuleDocument,
  NotificationRuleListDocument,
  SendTestNotificationDocument,
  UpdateNotificationRuleDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import type { Column } from '../shared/data-table.js';
import { DialogButton } from '../shared/dialog.js';
import { formatCount, formatEnum } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import type { RuleRow } from './notification-draft.js';
import { RotationDialog, RuleDialog, RuleForm } from './notification-forms.js';
import { paths } from './paths.js';

const searchFields = [{ name: 'search', label: 'Search', placeholder: 'Name' }];

/** Rules that send events to webhooks, email and Slack. */
export function NotificationsPage() {
  const { search } = useLocation();
  const filter = { search: search.get('search') || undefined };
  const list = useGraphQuery({
    document: NotificationRuleListDocument,
    variables: { filter, ...pageVariables(search) },
  });
  return (
    <Frame page={paths.notifications} hint="Rules that send events to webhooks, email and Slack." form={<RuleForm />}>
      <SearchedList
        query={list}
        listOf={({ notificationRules }) => notificationRules}
        fields={searchFields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/notification-rules/export', filter }}
        noun={['rule', 'rules']}
        advice="A rule sends events to a webhook, an email address or Slack."
        create="New rule"
      />
    </Frame>
  );
}

function messagesHref(ruleId: string, status?: string): string {
  return hrefOf(paths.messages.path, { rule: ruleId, ...(status && { status }) });
}

function stateOf({ isEnabled, disabledReason, held }: RuleRow): string {
  if (!isEnabled) return disabledReason === null ? 'Disabled' : `Disabled: ${disabledReason}`;
  return held === 0 ? 'Enabled' : `Enabled, ${formatCount(held, 'event')} held back until the next summary`;
}

const columns: readonly Column<RuleRow>[] = [
  {
    title: 'Name',
    className: 'cell-breaks',
    cell: ({ name }) => name,
    secondLine: ({ tenantId }) => tenantId ?? 'All tenants',
  },
  {
    title: 'Events',
    className: 'cell-breaks',
    cell: ({ kinds, conditions }) => (
      <>
        {kinds.map(formatEnum).join(', ')}
        {conditions.map(({ field, values }) => (
          <span className="row-second" key={field}>
            {formatEnum(field)}: {values.join(', ')}
          </span>
        ))}
      </>
    ),
  },
  {
    title: 'Target',
    className: 'cell-breaks',
    cell: ({ target }) => formatEnum(target),
    secondLine: ({ address }) => address,
  },
  { title: 'State', cell: stateOf },
  {
    title: 'Messages',
    cell: ({ id, name, pending, dead }) => (
      <>
        <a href={messagesHref(id)} aria-label={`${pending} pending: all messages of ${name}`}>
          {pending} pending
        </a>
        {dead > 0 && (
          <a
            className="row-second"
            href={messagesHref(id, 'DEAD')}
            aria-label={`${formatCount(dead, 'dead message')} of ${name}`}
          >
            {dead} dead
          </a>
        )}
      </>
    ),
  },
  {
    title: 'Actions',
    cell: (rule) => (
      <div className="row-actions">
        <DialogButton label="Edit" subject={rule.name} size="small">
          {(onClose) => <RuleDialog rule={rule} onClose={onClose} />}
        </DialogButton>
        <ActionButton
          label={rule.isEnabled ? 'Disable' : 'Enable'}
          subject={rule.name}
          document={UpdateNotificationRuleDocument}
          variables={{ input: { id: rule.id, isEnabled: !rule.isEnabled } }}
          consequence={
            rule.isEnabled
              ? 'Pending messages are sent when the rule is enabled again. Events that occur until then are not sent.'
              : 'The rule sends its pending messages and new events. Events that occurred while it was disabled are not sent.'
          }
        />
        {rule.isEnabled && (
          <ActionButton
            label="Send test"
            subject={rule.name}
            document={SendTestNotificationDocument}
            variables={{ input: { id: rule.id } }}
            consequence="A test message is sent after the pending messages."
          />
        )}
        {rule.target === 'WEBHOOK' && (
          <DialogButton label="Rotate secret" subject={rule.name} size="small">
            {(onClose) => <RotationDialog rule={rule} onClose={onClose} />}
          </DialogButton>
        )}
        <ActionButton
          label="Delete"
          subject={rule.name}
          document={DeleteNotificationRuleDocument}
          variables={{ input: { id: rule.id } }}
          consequence="The rule and its messages are deleted. This cannot be undone."
          isDestructive
        />
      </div>
    ),
  },
];
