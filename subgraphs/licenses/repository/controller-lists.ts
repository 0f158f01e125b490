import {
  type Executor,
  runPlannedStatement,
  runStatement,
  StatementParameters,
  StatementTexts,
} from '../../../platform/database/index.js';
import type { ControllerFields } from '../records.js';
import { controllerColumns, type SelectedController } from './controllers.js';

/** Which controllers to list; what is given must all hold, of a list any one value. */
export interface ControllerCriteria {
  /** Part of the first or the last hostname. */
  readonly hostname?: string;
  readonly versions?: readonly string[];
  readonly labels?: readonly string[];
  readonly departments?: readonly string[];
  readonly hasDepartment?: boolean;
  /** An address or range. */
  readonly source?: string;
  /** Unix epoch seconds. */
  readonly silentSince?: number;
  readonly blacklisted?: {
    readonly is: boolean;
    readonly guids: readonly string[];
    /** Addresses and ranges of last source addresses; none when addresses do not count. */
    readonly ranges: readonly string[];
  };
}

export interface ControllerPlace {
  readonly registeredAt: number;
  readonly guid: string;
}

/** Controllers behind a place, the first registered first. */
export async function selectControllersBehind(
  sql: Executor,
  query: { criteria: ControllerCriteria; behind: ControllerPlace | null; limit: number; fields: ControllerFields },
): Promise<(SelectedController & { orderValue: number })[]> {
  const parameters = new StatementParameters();
  const conditions = conditionsOf(query.criteria, parameters);
  if (query.behind !== null) {
    const { registeredAt, guid } = query.behind;
    conditions.push(`(registered_at, guid) > (${parameters.add(registeredAt)}::bigint, ${parameters.add(guid)}::uuid)`);
  }
  const text = `select ${controllerColumns(query.fields)}, registered_at::float8 as "orderValue"
    from licenses.controller ${whereClause(conditions)} order by registered_at, guid limit ${query.limit}`;
  return await runPlannedStatement(sql, text, parameters.values);
}

/** How many controllers match. */
export async function countControllers(sql: Executor, criteria: ControllerCriteria): Promise<number> {
  const parameters = new StatementParameters();
  const conditions = conditionsOf(criteria, parameters);
  // Every registration and release keeps this number; counting a million rows takes a hundred times longer.
  const counted =
    conditions.length === 0
      ? 'select used::float8 as total from licenses.seats'
      : `select count(*)::float8 as total from licenses.controller ${whereClause(conditions)}`;
  const [row] = await runPlannedStatement<{ total: number }>(sql, counted, parameters.values);
  return row?.total ?? 0;
}

export interface NamesQuery {
  /** In lower case. */
  readonly names: readonly string[];
  /** At most so many of each name. */
  readonly first: number;
  readonly fields: ControllerFields;
}

/** For each hostname the controllers that sent it last; `position` is the place of the name in the list. */
export async function selectControllersByHostname(
  sql: Executor,
  query: NamesQuery,
): Promise<(SelectedController & { position: number })[]> {
  return await selectByNames(sql, query, 'lower(last_hostname) = wanted.name');
}

/** For each domain the controllers whose last hostname is its name or ends with a dot and the name. */
export async function selectControllersUnderDomain(
  sql: Executor,
  query: NamesQuery,
): Promise<(SelectedController & { position: number })[]> {
  // Read backwards, what ends alike begins alike: a range of an index. The slash follows the dot.
  const [hostname, name] = ['reverse(lower(last_hostname))', 'reverse(wanted.name)'];
  const under = `${hostname} >= ${name} || '.' and ${hostname} < ${name} || '/'`;
  return await selectByNames(sql, query, `wanted.name <> '' and (${hostname} = ${name} or (${under}))`);
}

const texts = new StatementTexts<ControllerFields>();

async function selectByNames(
  sql: Executor,
  { names, first, fields }: NamesQuery,
  condition: string,
): Promise<(SelectedController & { position: number })[]> {
  const text = texts.text(
    fields,
    `${first} ${condition}`,
    () => `select (wanted.ordinality - 1)::int as position, found.*
      from unnest($1::text[]) with ordinality wanted (name, ordinality)
      cross join lateral (
        select ${controllerColumns(fields)} from licenses.controller
        where ${condition} order by registered_at, guid limit ${first}
      ) found
      order by position`,
  );
  return await runStatement(sql, text, [names]);
}

function conditionsOf(criteria: ControllerCriteria, parameters: StatementParameters): string[] {
  const { hostname, versions, labels, departments, hasDepartment, source, silentSince, blacklisted } = criteria;
  const conditions: string[] = [];
  if (hostname !== undefined) {
    const pattern = `lower(${parameters.add(containing(hostname))}::text collate "C")`;
    conditions.push(`(lower(hostname) like ${pattern} or lower(last_hostname) like ${pattern})`);
  }
  if (versions !== undefined) conditions.push(`version = any(${parameters.add(versions)}::text[])`);
  if (labels !== undefined) conditions.push(`label = any(${parameters.add(labels)}::text[])`);
  if (departments !== undefined) conditions.push(`department = any(${parameters.add(departments)}::text[])`);
  if (hasDepartment !== undefined) conditions.push(`department is ${hasDepartment ? 'not null' : 'null'}`);
  if (source !== undefined) conditions.push(`last_ip_addr <<= ${parameters.add(source)}::text::inet`);
  if (silentSince !== undefined) conditions.push(`last_contact < ${parameters.add(silentSince)}::float8`);
  if (blacklisted !== undefined) conditions.push(blacklistedCondition(blacklisted, parameters));
  return conditions;
}

/** Each entry is looked up in an index, however many controllers there are. */
function blacklistedCondition(
  { is, guids, ranges }: NonNullable<ControllerCriteria['blacklisted']>,
  parameters: StatementParameters,
): string {
  return `guid ${is ? '' : 'not '}in (
      select unnest(${parameters.add(guids)}::uuid[])
      union all
      select held.guid from unnest(${parameters.add(ranges)}::text[]) listed (range)
      join licenses.controller held on held.last_ip_addr <<= listed.range::inet
    )`;
}

function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

/** A pattern that finds the text anywhere, whatever characters it contains. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
