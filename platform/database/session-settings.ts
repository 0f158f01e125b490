import type { Executor } from './statement.js';

/** The error for default settings of PostgreSQL sessions with which statements of Rampart would have wrong results. */
export class UnsuitableSettingsError extends Error {
  override readonly name = 'UnsuitableSettingsError';
}

/** A setting of the sessions of the database that should have another value. */
export interface UnsuitableSetting {
  readonly name: string;
  /** The setting with its current value and, unless it is a timeout, the required value. */
  readonly problem: string;
  /** The statement that sets it for the user of the database URL. */
  readonly statement: string;
}

interface RequiredSetting {
  readonly value: string;
  /** Whether another value is suitable too. */
  readonly isSuitable?: (value: string) => boolean;
}

/**
 * Settings that database administrators can change for a server, database or user, and on which results depend. They
 * are verified instead of set, because poolers reject or ignore settings in startup parameters.
 */
const required: Readonly<Record<string, RequiredSetting>> = {
  // Arrays of parameters contain NULL elements.
  array_nulls: { value: 'on' },
  // The driver reads bytea values in hexadecimal.
  bytea_output: { value: 'hex' },
  // Statements that wait for a lock must see what its previous owner has committed.
  default_transaction_isolation: { value: 'read committed' },
  // Cursors contain floating-point numbers, which must not be rounded.
  extra_float_digits: { value: '1', isSuitable: (value) => Number(value) >= 1 },
  // Regular expressions in statements contain backslashes.
  standard_conforming_strings: { value: 'on' },
};

/**
 * Settings on which the results of a read on the standby depend. Its reads set their isolation level themselves.
 */
const requiredForReads = Object.entries(required).filter(([name]) => name !== 'default_transaction_isolation');

/** SQL expression for the values of the settings on which reads depend, which is faster than `pg_settings`. */
export const settingsForReads = `array[${requiredForReads.map(([name]) => `current_setting('${name}')`).join(', ')}]`;

/** Timeouts that end imports, jobs and migrations. Rampart limits the time of requests itself. */
const timeoutSettings = [
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'statement_timeout',
  'transaction_timeout',
];

/** The required settings that the sessions of the user have different values for. */
export async function readUnsuitableSettings(sql: Executor): Promise<UnsuitableSetting[]> {
  const rows = await readSettings(sql, Object.keys(required));
  return rows.flatMap(({ name, value, target }) => {
    const requirement = required[name];
    if (requirement === undefined || isSuitable(value, requirement)) return [];
    return [
      {
        name,
        problem: `${name} is "${value}", not "${requirement.value}"`,
        statement: `ALTER ROLE ${target} SET ${name} = '${requirement.value}'`,
      },
    ];
  });
}

function isSuitable(value: string, requirement: RequiredSetting): boolean {
  return value === requirement.value || requirement.isSuitable?.(value) === true;
}

/** The timeouts of the sessions of the user. */
export async function readTimeouts(sql: Executor): Promise<UnsuitableSetting[]> {
  const timeouts = (await readSettings(sql, timeoutSettings)).filter(({ value }) => value !== '0');
  return timeouts.map(({ name, value, target }) => ({
    name,
    problem: `${name} is ${value} ms`,
    statement: `ALTER ROLE ${target} SET ${name} = 0`,
  }));
}

interface SettingRow {
  readonly name: string;
  readonly value: string;
  /** The user and the database, as in ALTER ROLE. */
  readonly target: string;
}

async function readSettings(sql: Executor, names: readonly string[]): Promise<SettingRow[]> {
  return await sql<SettingRow[]>`
    select name, setting as value, format('%I IN DATABASE %I', session_user, current_database()) as target
    from pg_settings where name = any(${names}) order by name`;
}

/** @throws {UnsuitableSettingsError} if a session setting does not have the value that Rampart requires */
export async function assertSuitableSettings(sql: Executor): Promise<void> {
  const settings = await readUnsuitableSettings(sql);
  if (settings.length > 0) throw unsuitable(settings, { server: 'database', where: 'as its user' });
}

/**
 * Like `assertSuitableSettings`, for the standby of `[database] read_url`.
 * @param values values of `settingsForReads` in this session
 */
export async function assertSuitableStandby(sql: Executor, values: readonly string[]): Promise<void> {
  if (requiredForReads.every(([, requirement], index) => isSuitable(values[index] ?? '', requirement))) return;
  const settings = await readUnsuitableSettings(sql);
  const relevant = settings.filter(({ name }) => requiredForReads.some(([required]) => required === name));
  // A standby accepts no changes; those of the primary are replicated.
  throw unsuitable(relevant, { server: 'standby', where: 'on the primary' });
}

/** The problems, and the statements that solve them, for messages. */
export function describeSettings(settings: readonly UnsuitableSetting[]): { problems: string; statements: string } {
  return {
    problems: settings.map(({ problem }) => problem).join(', '),
    statements: settings.map(({ statement }) => `${statement};`).join(' '),
  };
}

function unsuitable(
  settings: readonly UnsuitableSetting[],
  { server, where }: { server: string; where: string },
): UnsuitableSettingsError {
  const { problems, statements } = describeSettings(settings);
  return new UnsuitableSettingsError(
    `the ${server} has settings that cause wrong results: ${problems}. Run ${where}: ${statements}`,
  );
}
