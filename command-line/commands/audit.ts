import { type Command, InvalidArgumentError } from 'commander';
import {
  type AuditEntry,
  type AuditFilter,
  type ChainLink,
  readAudit,
  scanAudit,
  verifyAudit,
} from '../../platform/audit/index.js';
import { countOf } from '../../platform/count-of.js';
import { CommandFailure } from '../failure.js';
import { integerBetween, integerFrom } from '../number-options.js';
import { type Column, printJson, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withPlatform } from '../platform.js';
import { addOutputOptions, exportTo, type OutputOptions } from '../record-output.js';

interface FilterOptions {
  actor?: string;
  action?: string;
  object?: string;
  tenant?: string;
  since?: Date;
  until?: Date;
}

export function addAuditCommands(audit: Command): void {
  addFilterOptions(audit.command('list'))
    .description('List entries of the audit log, newest first.')
    .option('--limit <number>', 'maximum number of entries, 1–1000', integerBetween(1, 1000), 50)
    .option('--json', 'print JSON')
    .action(listEntries);
  addOutputOptions(addFilterOptions(audit.command('export')))
    .description('Export entries of the audit log as newline-delimited JSON, oldest first.')
    .option(
      '--after <sequence>',
      'only entries with a higher sequence number; with that of the last exported entry, an export continues without omissions',
      integerFrom(0),
    )
    .action(exportEntries);
  audit
    .command('verify')
    .description('Verify that no entry of the audit log was changed, removed, inserted or reordered.')
    .option('--anchor <entry>', 'SEQUENCE:HASH that an earlier verify printed; the entry must still exist', parseAnchor)
    .option('--json', 'print JSON')
    .action(verify);
}

function addFilterOptions(command: Command): Command {
  return command
    .option('--actor <actor>', 'only changes by this person, token, account or client, by id or name')
    .option('--action <action>', 'only this action, such as approve.account')
    .option('--object <object>', 'only changes to this object, as kind:id, such as zone:com')
    .option('--tenant <tenant>', 'only changes within this tenant')
    .option('--since <time>', 'only changes at or after this time, ISO 8601', parseTime)
    .option('--until <time>', 'only changes before this time, ISO 8601', parseTime);
}

async function listEntries(options: FilterOptions & { limit: number; json?: boolean }): Promise<void> {
  const { limit, json } = options;
  const rows = await withPlatform(({ database }) =>
    readAudit(database, { filter: filterOf(options), from: null, limit, order: 'newest-first' }),
  );
  if (json) printJson(rows.map(formatEntry));
  else printRows({ rows, columns });
}

async function exportEntries(options: FilterOptions & OutputOptions & { after?: number }): Promise<void> {
  await exportTo(options, 'entries', async ({ database }, { write, onProgress }) => {
    let exportedEntries = 0;
    for await (const entry of scanAudit(database, filterOf(options), options.after)) {
      await write(`${JSON.stringify(formatEntry(entry))}\n`);
      onProgress(++exportedEntries);
    }
  });
}

async function verify(options: { anchor?: ChainLink; json?: boolean }): Promise<void> {
  const { anchor, json } = options;
  const verified = await withPlatform(({ database }) => verifyAudit(database, { anchor }));
  const { entries, first, head, broken, isAnchorRemoved } = verified;
  if (json) printJson({ entries, first, head, broken, anchor_removed: isAnchorRemoved });
  if (broken !== null) {
    throw new CommandFailure(
      `the audit log is broken at entry ${broken.sequence}: ${broken.reason}; ${countOf(entries, 'entry before it is', 'entries before it are')} intact`,
    );
  }
  if (isAnchorRemoved) {
    throw new CommandFailure(
      `the anchor cannot be verified: retention has deleted entry ${anchor?.sequence}; the ${countOf(entries, 'stored entry is', 'stored entries are')} intact; use a newer anchor: ${formatLink(head)}`,
    );
  }
  if (json) return;
  const range = first === null ? '' : `, ${first} to ${head.sequence}`;
  process.stdout.write(`${countOf(entries, 'entry is', 'entries are')} intact${range}\nanchor: ${formatLink(head)}\n`);
}

/** Formats a position in the audit hash chain for {@link parseAnchor}. */
function formatLink({ sequence, hash }: ChainLink): string {
  return `${sequence}:${hash}`;
}

function filterOf({ actor, action, object, tenant, since, until }: FilterOptions): AuditFilter {
  return { actor, action, object, tenantId: tenant, since: since?.getTime(), until: until?.getTime() };
}

/** Formats an entry of the audit log for the JSON output. */
function formatEntry(entry: AuditEntry) {
  const { sequence, hash, at, actorKind, actorId, actorName, via, sourceAddress, action, objects, tenantId } = entry;
  return {
    ...{ sequence, at: new Date(at).toISOString(), actor: { kind: actorKind, id: actorId, name: actorName } },
    ...{ action, objects, tenant_id: tenantId, before: parseState(entry.before), after: parseState(entry.after) },
    ...{ interface: via, source_address: sourceAddress, hash },
  };
}

function parseState(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

const columns: readonly Column<AuditEntry>[] = [
  { title: 'SEQUENCE', value: ({ sequence }) => String(sequence) },
  { title: 'TIME', value: ({ at }) => new Date(at).toISOString() },
  { title: 'ACTOR', value: formatActor },
  { title: 'ACTION', value: ({ action }) => action },
  { title: 'OBJECT', value: ({ objects }) => formatObjects(objects) },
  { title: 'TENANT', value: ({ tenantId }) => tenantId },
  { title: 'INTERFACE', value: ({ via }) => via },
  { title: 'ADDRESS', value: ({ sourceAddress }) => sourceAddress },
];

/** The name of an actor and its id, because several actors can have the same name. */
function formatActor({ actorKind, actorName, actorId }: AuditEntry): string {
  if (actorName === null || actorId === null || actorName === actorId) return actorName ?? actorId ?? actorKind;
  return `${actorName} (${actorId})`;
}

function formatObjects([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function parseAnchor(text: string): ChainLink {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    throw new InvalidArgumentError('It must be SEQUENCE:HASH, as printed by rampart audit verify.');
  }
  return { sequence: Number(sequence), hash };
}
