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
} from '../../platform/database/statements/index.js';
import { person } from '../tables.js';

interface SignIn {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: OperatorRole;
  readonly tenants: string[] | null;
  /** Unix epoch milliseconds. */
  readonly createdAt: number;
}

const upsertPerson = execute(
  statement(
    {
      ...{ provider: text, issuer: text, subject: text, name: text, email: nullable(text), role: text },
      ...{ tenants: nullable(array(text)), firstSignInAt: float8, lastSignInAt: float8 },
    },
    (given) => sql`${insertInto(person, given)} on conflict (issuer, subject) do update set
      provider = excluded.provider, name = excluded.name, email = excluded.email, role = excluded.role,
      tenants = excluded.tenants, last_sign_in_at = greatest(person.last_sign_in_at, excluded.last_sign_in_at)`,
  ),
);

/** Records who has signed in, with the name, role and tenants of this sign-in. */
export async function recordSignIn(executor: Executor, signIn: SignIn): Promise<void> {
  const { provider, issuer, subject, name, email = null, role, tenants, createdAt } = signIn;
  const values = { provider, issuer, subject, name, email, role, tenants };
  await upsertPerson(executor, { ...values, firstSignInAt: createdAt, lastSignInAt: createdAt });
}

/** Those who have not signed in for longer are removed. */
const keptDays = 400;

const deleteInactive = execute(
  statement(
    { before: float8 },
    ({ before }) => sql`delete from ${person} where id in (
      select id from ${person} where last_sign_in_at < ${before} limit 1000 for update skip locked)`,
  ),
);

/** Removes some of the people who have not signed in for 400 days. `now` is in Unix epoch milliseconds. */
export async function removeInactivePeople(executor: Executor, { now }: { readonly now: number }): Promise<void> {
  await deleteInactive(executor, { before: now - keptDays * 86_400_000 });
}
