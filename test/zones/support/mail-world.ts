import type { MailRecord } from '../../../subgraphs/zones/index.js';
import { type AccountWorld, admin, newApprovedAccount, newName, partsOf } from './account-world.js';

/** Helpers for tests of emails. */
export interface MailWorld {
  /** Sends due emails, like the job. */
  sendDue(mail: { url?: string; from?: string; dataDir?: string; signal?: AbortSignal }): Promise<void>;
  /** Approves an account, whose emails are the only due ones. */
  approvedAlone(): Promise<string>;
  /** The emails to an account: the confirmation, then the key. */
  mailsOf(username: string): Promise<MailRecord[]>;
  /** Number of valid secrets of an account's keys. */
  secretsOf(username: string): Promise<number>;
}

export function mailWorldOf(world: AccountWorld): MailWorld {
  return {
    async sendDue({ url = '', from = 'Feed <feed@sender.example>', dataDir = '/nonexistent', signal }) {
      const { configuration } = world.test;
      const server = { ...configuration.server, dataDir, publicUrl: 'https://feed.example' };
      const test = { ...world.test, configuration: { ...configuration, server, mail: { smtpUrl: url, from } } };
      const { service } = partsOf({ test, clock: world.clock, log: world.platform.log });
      await service.jobs.find(({ name }) => name === 'zones.send-mails')?.run({}, signal);
    },
    async approvedAlone() {
      await world.test.database.sql`delete from zones.mail`;
      return await newApprovedAccount(world, newName('mail'));
    },
    async mailsOf(username) {
      const { nodes } = await world.service.listMails(admin(), {});
      return nodes
        .filter(({ recipient }) => recipient.startsWith(`${username}@`))
        .sort((a, b) => (a.kind < b.kind ? -1 : 1));
    },
    async secretsOf(username) {
      const [row] = await world.test.database.sql`
        select count(*)::int as secrets from zones.api_key_secret join zones.api_key on api_key.id = key_id
        join zones.account on account.id = account_id where username = ${username}`;
      return row?.secrets;
    },
  };
}
