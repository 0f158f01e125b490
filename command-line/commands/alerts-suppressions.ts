import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  type AlertDependencies,
  type AlertRequest,
  addSuppression,
  alertDependencies,
  endSuppression,
  listSuppressions,
  previewSuppression,
  restoreSuppressed,
  type SuppressionRow,
  stateOf,
} from '../../subgraphs/alerts/service.js';
import { integerBetween } from '../number-options.js';
import { type Column, formatTime, type JsonOption, printJson, printNamedValues, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withPlatform } from '../platform.js';
import { type AlertFilterOptions, addSuppressedAlertOptions, alertFilterOf } from './alert-filter.js';

export function addSuppressionCommands(suppressions: Command): void {
  suppressions.description('Show, add and end rules that suppress new alerts.').helpCommand(false);
  suppressions
    .command('list')
    .description('List the newest 1000 rules, newest first, with the number of alerts that each rule has suppressed.')
    .option('--ended', 'only rules that have ended')
    .option('--no-ended', 'only rules that have not ended')
    .option('--json', 'print JSON')
    .action(list);
  const preview = suppressions
    .command('preview')
    .description('Count the alerts of recent days that a rule with these filter options would match.')
    .option('--days <number>', 'number of past days to count alerts in, 1–90', integerBetween(1, 90), 30)
    .option('--json', 'print JSON');
  addSuppressedAlertOptions(preview).action(showPreview);
  const add = suppressions
    .command('add')
    .description(
      'Add a rule that suppresses new alerts. Existing alerts are unchanged, but alerts of a replaced rule are restored unless another rule suppresses them.',
    )
    .requiredOption('--reason <text>', 'reason why these alerts need no attention')
    .option('--from <time>', 'time from which alerts are suppressed, ISO 8601; default: now', parseTime)
    .option(
      '--to <time>',
      'time when the rule ends and its alerts are restored unless another rule suppresses them, ISO 8601; default: none, the rule applies until it is ended',
      parseTime,
    )
    .option('--replace <id>', 'id of the rule to replace, which ends when the new rule is added')
    .option('--json', 'print JSON');
  addSuppressedAlertOptions(add).action(addRule);
  suppressions
    .command('end')
    .description('End a rule and restore the alerts that no other rule suppresses.')
    .argument('<id>', 'id of the rule')
    .option('--json', 'print JSON')
    .action(endRule);
}

type Work<Result> = (request: AlertRequest, dependencies: AlertDependencies) => Promise<Result>;

async function withAlerts<Result>(work: Work<Result>, options?: { access: 'read' }): Promise<Result> {
  return await withPlatform(async (platform: Platform) => {
    const dependencies = alertDependencies(platform);
    return await work({ ...dependencies, ...localRequest }, dependencies);
  }, options);
}

async function list({ ended, json = false }: JsonOption & { ended?: boolean }): Promise<void> {
  const query = { isEnded: ended ?? null, first: 1000 };
  const rows = await withAlerts((request) => listSuppressions(request, query), { access: 'read' });
  printRows({ rows, columns, json });
}

async function showPreview({ days, json = false, ...options }: AlertFilterOptions & JsonOption & { days: number }) {
  const filter = alertFilterOf(options);
  const found = await withAlerts((request) => previewSuppression(request, { filter, days }), { access: 'read' });
  const { critical, high, medium, low, inPeriod } = found;
  const counts = { matching: critical + high + medium + low, critical, high, medium, low, 'all alerts': inPeriod };
  if (json) printJson({ ...counts, sampleIds: found.sampleIds });
  else printNamedValues(Object.entries(counts), 'NUMBER', `ALERTS IN ${days} DAYS`);
}

interface AddOptions extends AlertFilterOptions, JsonOption {
  readonly reason: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly replace?: string;
}

async function addRule({ reason, from, to, replace, json = false, ...options }: AddOptions): Promise<void> {
  const input = { filter: alertFilterOf(options), reason, startsAt: from, endsAt: to, replacesId: replace };
  const row = await withAlerts(async (request, dependencies) => {
    const added = await addSuppression(request, input);
    if (replace !== undefined) await restoreSuppressed(dependencies, { request: localRequest });
    return added;
  });
  printRows({ rows: [row], columns, json });
}

async function endRule(id: string, { json = false }: JsonOption): Promise<void> {
  const row = await withAlerts(async (request, dependencies) => {
    const { id: ended } = await endSuppression(request, id);
    // Alerts are restored here, because a server may not be running. If a server restores them too, both perform steps
    // in turn.
    await restoreSuppressed(dependencies, { request: localRequest });
    return await endSuppression(request, ended);
  });
  printRows({ rows: [row], columns, json });
}

const columns: Column<SuppressionRow>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATE', value: (row) => stateOf(row, Date.now() / 1000) },
  { title: 'TENANT', value: ({ tenantId }) => tenantId ?? 'all' },
  { title: 'FROM', value: ({ startsAtEpoch }) => formatTime(startsAtEpoch) },
  { title: 'TO', value: ({ endsAtEpoch, endedAtEpoch }) => formatTime(endedAtEpoch ?? endsAtEpoch) },
  { title: 'SUPPRESSED', value: ({ openedCount }) => openedCount },
  { title: 'RESTORED', value: ({ restoredCount }) => restoredCount },
  { title: 'OWNER', value: ({ ownerName }) => ownerName },
  { title: 'REASON', value: ({ reason }) => reason },
  { title: 'FILTER', value: ({ filter }) => JSON.stringify(filter) },
];
