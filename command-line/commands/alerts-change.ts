import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  AlertStatus,
  alertDependencies,
  type PreviewBulkAlertChangeInput,
  previewBulkChange,
  progressOf,
  readBulkChange,
  runBulkChange,
  startBulkChange,
} from '../../subgraphs/alerts/service.js';
import { CommandFailure } from '../failure.js';
import { ProgressLine, printJson, printNamedValues } from '../output.js';
import { withPlatform } from '../platform.js';
import { type AlertFilterOptions, addAlertFilterOptions, alertFilterOf } from './alert-filter.js';

const verdicts = { 'true-positive': true, 'false-positive': false } as const;

interface ChangeOptions extends AlertFilterOptions {
  readonly setStatus?: AlertStatus;
  readonly setVerdict?: keyof typeof verdicts;
  readonly assign?: string;
  readonly unassign?: boolean;
  readonly setNotes?: string;
  readonly setActor?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addChangeCommand(command: Command): void {
  command
    .description('Change all alerts that match a filter. Without --yes, only count them.')
    .addHelpText(
      'after',
      `
The alerts are those that match when the command starts. Alerts that another user changes while the command runs are
skipped and counted as conflicts. If the command is killed, a running server completes the change. The change cannot be
undone.`,
    )
    .addOption(new Option('--set-status <status>', 'new status').choices(Object.values(AlertStatus)))
    .addOption(
      new Option(
        '--set-verdict <verdict>',
        'verdict: true-positive sets the status resolved, false-positive the status false_positive',
      ).choices(Object.keys(verdicts)),
    )
    .option('--assign <id>', 'GraphQL id of the person to assign the alerts to')
    .option('--unassign', 'remove the assignee')
    .option('--set-notes <text>', 'new notes; requires --set-status or --set-verdict')
    .option(
      '--set-actor <name>',
      'person or service account that makes the change; requires --set-status or --set-verdict; default: command-line',
    )
    .option('--yes', 'change the alerts; default: only count them')
    .option('--json', 'print the counts as JSON');
  addAlertFilterOptions(command).action(async (options: ChangeOptions) => {
    await withPlatform((platform) => changeAlerts(platform, options));
  });
}

async function changeAlerts(platform: Platform, options: ChangeOptions): Promise<void> {
  const dependencies = alertDependencies(platform);
  const request = { ...dependencies, ...localRequest };
  const preview = await previewBulkChange(request, { filter: alertFilterOf(options), ...actionOf(options) });
  const { id, count } = preview;
  if (options.yes !== true) {
    printChange({ matching: count }, options);
    return;
  }
  await startBulkChange(request, id);
  const progress = new ProgressLine();
  for (;;) {
    await runBulkChange(dependencies, id, {
      request: localRequest,
      onStep: (row) => progress.update(`${count - progressOf(row).remaining} of ${count} alerts`),
    }).finally(() => progress.clear());
    const row = await readBulkChange(request, id);
    // Another process can run the change too; then, this process waits for the next step.
    if (row === null || row.state === 'done' || row.state === 'cancelled') {
      printChange({ ...progressOf(row ?? preview) }, options);
      if (row?.state !== 'done') throw new CommandFailure('the change was cancelled');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function actionOf(options: ChangeOptions): Omit<PreviewBulkAlertChangeInput, 'filter'> {
  const { setStatus, setVerdict, assign, unassign, setNotes, setActor } = options;
  return {
    ...{ status: setStatus ?? null, isTruePositive: setVerdict === undefined ? null : verdicts[setVerdict] },
    ...{ assigneeId: assign ?? null, unassign: unassign ?? null, notes: setNotes ?? null, actor: setActor ?? null },
  };
}

function printChange(counts: Record<string, number>, { json = false }: ChangeOptions): void {
  if (json) printJson(counts);
  else printNamedValues(Object.entries(counts), 'NUMBER', 'ALERTS');
}
