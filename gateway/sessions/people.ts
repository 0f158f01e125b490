import { sql } from 'drizzle-orm';
import type { OperatorRole } from '../../platform/caller.js';
import type { Executor } from '../../platform/database/index.js';
import {
  array,
  execute,
  float8,
  insertInto,
  nullable,
  statement,
  text,
  uuid,
} from '../../platform/database/statements/index.js';
import { person, session } from '../tables.js';

interface SignIn {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: OperatorRole;
  readonly tenants: string[] | null;
  /** Time of the sign-in in Unix epoch milliseconds. */
  readonly createdAt: number;
}

const upsertPerson = execute(
  statement(
    {
      ...{ provider: text, issuer: text, subject: text, name: text, email: nullable(text), role: text },
      ...{ tenants: nullable(array(text)), firstSignInAt: float8, lastSignInAt: float8 },
    },
    (parameters) => sql`${insertInto(person, parameters)} on conflict (issuer, subject) do update set
      provider = excluded.provider, name = excluded.name, email = excluded.email, role = excluded.role,
      tenants = excluded.tenants, last_sign_in_at = greatest(person.last_sign_in_at, excluded.last_sign_in_at)`,
  ),
);

/** Records the name, role and tenants of a person who has signed in. */
export async function recordSignIn(executor: Executor, signIn: SignIn): Promise<void> {
  const { provider, issuer, subject, name, email = null, role, tenants, createdAt } = signIn;
  const values = { provider, issuer, subject, name, email, role, tenants };
  await upsertPerson(executor, { ...values, firstSignInAt: createdAt, lastSignInAt: createdAt });
}

/** Updates the role and tenants of a session's person, as just confirmed by the identity provider. */
export const updatePerson = execute(
  statement(
    { sessionId: uuid, role: text, tenants: nullable(array(text)) },
    ({ sessionId, role, tenants }) => sql`update ${person} set role = ${role}, tenants = ${tenants}
      where (issuer, subject) = (select issuer, subject from ${session} where id = ${sessionId})`,
  ),
);
