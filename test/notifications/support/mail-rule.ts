import { createEmailSender } from '../../../platform/mail.js';
import { type MailServerBehavior, startMailServer } from '../../zones/support/smtp-world.js';
import type { describeNotifications } from './notification-world.js';

/** A mail server for one test, a rule that sends emails through it, and the dependencies that use it. */
export async function mailRule(world: ReturnType<typeof describeNotifications>, behavior: MailServerBehavior) {
  const server = await startMailServer(behavior);
  const mails = createEmailSender({
    mail: { smtpUrl: server.url, from: 'rampart@sender.example' },
    server: { dataDir: '/nonexistent' } as never,
  });
  const { rule } = await world.addRule({ target: 'mail', address: 'soc@mail.example' });
  return { server, rule, dependencies: { ...world.dependencies, mails } };
}
