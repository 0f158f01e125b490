import { expect } from 'vitest';
import { type AccountWorld, admin } from './account-world.js';
import { mailWorldOf } from './mail-world.js';
import type { ReceivedMail, TestMailServer } from './smtp-world.js';

/** Helpers for tests of tokens sent by email. */
export interface CredentialWorld {
  /** Sends due emails, and returns the emails to this account from the server, newest last. */
  deliverEmails(server: TestMailServer, username: string): Promise<ReceivedMail[]>;
  /** The token of the only due email of this account. */
  token(server: TestMailServer, username: string): Promise<string>;
  /** Kind and status of each email of an account. */
  outbox(username: string): Promise<string[]>;
}

const tokenPattern = /zf_(?:reset|email)_[0-9A-Za-z]{36}/;

export function credentialWorldOf(world: AccountWorld): CredentialWorld {
  const { sendDue } = mailWorldOf(world);
  const deliverEmails: CredentialWorld['deliverEmails'] = async ({ url, received }, username) => {
    received.length = 0;
    await sendDue({ url });
    return received.filter(({ to }) => to[0] === `${username}@mail.example`);
  };
  return {
    deliverEmails,
    async token(server, username) {
      const emails = await deliverEmails(server, username);
      expect(emails).toHaveLength(1);
      return tokenOf(emails[0]);
    },
    async outbox(username) {
      const { nodes } = await world.service.listMails(admin(), {});
      return nodes
        .filter(({ recipient }) => recipient === `${username}@mail.example`)
        .map(({ kind, status }) => `${kind} ${status}`);
    },
  };
}

export function tokenOf(mail: ReceivedMail | undefined): string {
  const token = tokenPattern.exec(mail?.text ?? '')?.[0];
  if (token === undefined) throw new Error(`no token in ${mail?.text}`);
  return token;
}
