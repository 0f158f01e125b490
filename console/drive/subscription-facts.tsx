import type { DriveStateQuery } from '../generated/operations.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatEnum, formatNumber, formatRelativeTime, formatTime, timeTitle } from '../shared/format.js';

type Status = NonNullable<DriveStateQuery['driveStatus']>;

/** The subscription to the changes of the site, and the notifications that have arrived. */
export function SubscriptionFacts({ subscriptionHealth, subscription, receiver }: Status) {
  return (
    <section aria-labelledby="subscription-title">
      <h2 id="subscription-title">Subscription</h2>
      <DescriptionList>
        <DescriptionItem name="Health">
          {formatEnum(subscriptionHealth)}
          {subscriptionHealth === 'OFF' && ': changes are found by polling'}
        </DescriptionItem>
        {subscription !== null && (
          <>
            <DescriptionItem name="Resource">
              <code>{subscription.resource}</code>
            </DescriptionItem>
            <DescriptionItem name="Notifications to">
              <code>{subscription.notificationUrl}</code>
            </DescriptionItem>
            <DescriptionItem name={timeTitle('Expires')}>
              {subscription.expiresAt === null ? 'Not confirmed yet' : formatTime(subscription.expiresAt)}
            </DescriptionItem>
            <DescriptionItem name={timeTitle('Last notification')}>
              {subscription.lastNotificationAt === null
                ? 'None'
                : `${formatTime(subscription.lastNotificationAt)} (${formatRelativeTime(subscription.lastNotificationAt)})`}
            </DescriptionItem>
            {subscription.lastError !== null && (
              <DescriptionItem name="Last error">{subscription.lastError}</DescriptionItem>
            )}
          </>
        )}
        <DescriptionItem name="Received">
          {formatNumber(receiver.accepted)} accepted, {formatNumber(receiver.dropped)} ignored
        </DescriptionItem>
      </DescriptionList>
    </section>
  );
}
