import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog as log } from '../../platform/log.js';
import { createDatabaseBefore } from '../support/database-before.js';
import { testConfiguration } from '../support/index.js';

test('the migration merges people with the same issuer and subject, and stores the issuer of their sessions', async () => {
  const { url, sql } = await createDatabaseBefore('person_issuer_subject');
  for (const [provider, issuer, subject, first, last] of [
    ['old', 'https://corp.example', '1', 10, 20],
    ['new', 'https://corp.example', '1', 30, 40],
    ['new', 'https://corp.example', '2', 50, 50],
    ['other', 'https://other.example', '1', 60, 60],
  ] as const) {
    await sql`insert into gateway.person (provider, issuer, subject, name, role, first_sign_in_at, last_sign_in_at)
      values (${provider}, ${issuer}, ${subject}, 'ada', 'viewer', ${first}, ${last})`;
    await sql`insert into gateway.session (hash, name, role, credential_id, source_address, created_at, last_used_at,
        expires_at, provider, subject)
      values (${provider + subject}, 'ada', 'viewer', 'person', '192.0.2.7', 1, 1, 1, ${provider}, ${subject})`;
  }
  const configuration = testConfiguration({ DATABASE_URL: url });
  const database = await openDatabase({ configuration, log });
  await database.close();
  const people =
    await sql`select provider, issuer, subject, first_sign_in_at::int as first, last_sign_in_at::int as last
    from gateway.person order by last_sign_in_at`;
  expect(people.map((person) => Object.values(person))).toEqual([
    ['new', 'https://corp.example', '1', 10, 40],
    ['new', 'https://corp.example', '2', 50, 50],
    ['other', 'https://other.example', '1', 60, 60],
  ]);
  const sessions = await sql`select hash, issuer from gateway.session order by hash`;
  expect(sessions.map((session) => Object.values(session))).toEqual([
    ['new1', 'https://corp.example'],
    ['new2', 'https://corp.example'],
    ['old1', 'https://corp.example'],
    ['other1', 'https://other.example'],
  ]);
});
