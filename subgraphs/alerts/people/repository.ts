import { type Executor, likePattern } from '../../../platform/database/index.js';
import {
  array,
  encodedFrom,
  float8,
  integer,
  nullable,
  run,
  sqlFile,
  text,
} from '../../../platform/database/statements/index.js';

/** A filter of people. Null fields match everybody. */
export interface PeopleQuery {
  readonly roles: readonly string[];
  /** Matches people with a role for any of these tenants; null: all people. */
  readonly tenants: readonly string[] | null;
  readonly ids?: readonly string[] | null;
  /** Matches people whose name contains this string; null: any name. */
  readonly search?: string | null;
  /** Matches people whose name follows an @ in this text; null: any name. */
  readonly text?: string | null;
  readonly first: number;
  /** Names of the administrators with configured or generated tokens. */
  readonly administrators: readonly string[];
  /** Current time, in Unix epoch seconds. */
  readonly now: number;
}

const knownPeople = sqlFile(import.meta.url, './known-people.sql', {
  parameters: {
    now: float8,
    administrators: array(text),
    roles: array(text),
    tenants: nullable(array(text)),
    ids: nullable(array(text)),
    search: nullable(encodedFrom(text, likePattern)),
    text: nullable(text),
    first: integer,
  },
  row: { id: nullable(text), name: nullable(text), role: nullable(text), tenants: nullable(array(text)) },
});

/** A person or program with a role. `tenants` are the tenants of the role; null: all tenants. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly tenants: readonly string[] | null;
}

/** The people and programs that match the query, sorted by name. */
export async function selectKnownPeople(executor: Executor, query: PeopleQuery): Promise<KnownPerson[]> {
  const found = await run(executor, knownPeople, { ids: null, search: null, text: null, ...query });
  return found as KnownPerson[]; // Columns of a union are described as nullable; id, name and role are never null.
}
