import type { DriveStateQuery } from '../generated/operations.js';
import { Fact, Facts } from '../shared/facts.js';
import { formatAge, formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';

type Status = NonNullable<DriveStateQuery['driveStatus']>;

/** The subscription to the changes of the site, and the notifications that have arrived. */
export function SubscriptionFacts({ subscriptionHealth, subscription, receiver }: Status) {
  return (
    <section aria-labelledby="subscription-title">
      <h2 id="subscription-title">Subscription</h2>
      <Facts>
        <Fact name="Health">
          {formatEnum(subscriptionHealth)}
          {subscriptionHealth === 'OFF' && ': changes are found by polling'}
        </Fact>
        {subscription !== null && (
          <>
            <Fact name="Resource">
              <code>{subscription.resource}</code>
            </Fact>
            <Fact name="Notifications to">
              <code>{subscription.notificationUrl}</code>
            </Fact>
            <Fact name={timeTitle('Expires')}>
              {subscription.expiresAt === null ? 'Not confirmed yet' : formatTime(subscription.expiresAt)}
            </Fact>
            <Fact name={timeTitle('Last notification')}>
              {subscription.lastNotificationAt === null
                ? 'None'
                : `${formatTime(subscription.lastNotificationAt)} (${formatAge(subscription.lastNotificationAt)})`}
            </Fact>
            {subscription.lastError !== null && <Fact name="Last error">{subscription.lastError}</Fact>}
          </>
        )}
        <Fact name="Received">
          {formatNumber(receiver.accepted)} accepted, {formatNumber(receiver.dropped)} ignored
        </Fact>
      </Facts>
    </section>
  );
}
