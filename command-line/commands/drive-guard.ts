import { type Command, InvalidArgumentError } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { type DriveService, type MassChangeRecord, MassChangeState } from '../../subgraphs/drive/service.js';
import { CommandFailure } from '../failure.js';
import { integerBetween } from '../number-options.js';
import { formatTime, printJson, printNamedValues, printRows } from '../output.js';
import { formatSite } from './drive-find-site.js';
import { withDrive } from './with-drive.js';

interface Options {
  readonly json?: boolean;
  readonly notes?: string;
  readonly all?: boolean;
  readonly files: number;
}

const idArgument = ['<id>', 'id of the mass change; see: rampart drive guard list', massChangeId] as const;

/** Adds `rampart drive guard`. */
export function addGuardCommands(drive: Command): void {
  const guard = drive
    .command('guard')
    .description('Manage mass changes: bursts of changes that look like encryption or deletion.')
    .helpCommand(false);
  guard
    .command('list')
    .description('List mass changes that are open or confirmed, newest first.')
    .option('--all', 'include dismissed and resolved mass changes')
    .option('--json', 'print JSON')
    .action(list);
  guard
    .command('show')
    .description(
      'Show why a mass change was detected, which files it affected, and how to restore their previous state.',
    )
    .argument(...idArgument)
    .option('--files <number>', 'maximum number of files to list, 0–1000', integerBetween(0, 1000), 20)
    .option('--json', 'print JSON')
    .action(show);
  for (const [name, state, description] of [
    ['confirm', MassChangeState.CONFIRMED, 'Confirm that a mass change is an attack or an accidental loss.'],
    [
      'dismiss',
      MassChangeState.DISMISSED,
      'Dismiss a mass change as legitimate. The local copy of the site is no longer protected from removal, unless another mass change of the site is open or confirmed.',
    ],
    [
      'resolve',
      MassChangeState.RESOLVED,
      'Resolve a confirmed mass change after its files have been restored. The local copy of the site is no longer protected from removal, unless another mass change of the site is open or confirmed.',
    ],
  ] as const) {
    guard
      .command(name)
      .description(description)
      .argument(...idArgument)
      .option('--notes <text>', 'new notes on the mass change; default: unchanged')
      .option('--json', 'print JSON')
      .action((id: number, options: Options) => changeState(id, state, options));
  }
}

function massChangeId(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be the id of a mass change; see: rampart drive guard list.');
}

async function list({ all = false, json = false }: Options): Promise<void> {
  await withDrive(
    async (drive) => {
      const states = all ? null : [MassChangeState.OPEN, MassChangeState.CONFIRMED];
      const filter = { siteId: null, states };
      const { nodes } = await drive.listMassChanges(localRequest, { filter, page: { first: 1000 } });
      const rows = await massChangeLines(drive, nodes);
      const columns = [
        { title: 'ID', value: (row: MassChangeLine) => String(row.id) },
        { title: 'STATE', value: (row: MassChangeLine) => row.state },
        { title: 'KIND', value: (row: MassChangeLine) => row.kind },
        { title: 'SITE', value: (row: MassChangeLine) => row.site },
        { title: 'DETECTED', value: (row: MassChangeLine) => row.noticed_at },
        { title: 'FILES', value: (row: MassChangeLine) => String(row.files) },
      ];
      printRows({ rows, columns, json });
    },
    { access: 'read' },
  );
}

type MassChangeLine = Awaited<ReturnType<typeof massChangeLines>>[number];

async function massChangeLines(drive: DriveService, massChanges: readonly MassChangeRecord[]) {
  const effects = await drive.massChangeEffects(
    localRequest,
    massChanges.map(({ id }) => id),
  );
  const sites = await drive.listDocumentSites(localRequest);
  return massChanges.map((massChange, index) => {
    const { id, siteId, state, kind, score, reasons, notes, firstChange, changedBy } = massChange;
    const site = sites.find((candidate) => candidate.id === siteId);
    const counts = effects[index] ?? [];
    return {
      ...{ id, state, kind, site: site === undefined ? siteId : formatSite(site), score },
      began_at: formatTime(massChange.beganAtEpoch),
      noticed_at: formatTime(massChange.noticedAtEpoch),
      files: counts.reduce((total, { count }) => total + count, 0),
      ...Object.fromEntries(counts.map(({ effect, count }) => [effect, count])),
      ...{ reasons, restore_change: firstChange - 1 },
      ...{ changed_by: changedBy, changed_at: formatTime(massChange.changedAtEpoch), notes },
    };
  });
}

async function show(id: number, { files: first, json = false }: Options): Promise<void> {
  await withDrive(
    async (drive) => {
      const [massChange] = await drive.massChangesByIds(localRequest, [id]);
      if (massChange == null)
        throw new CommandFailure(`there is no mass change ${id}; see: rampart drive guard list --all`);
      const [line] = await massChangeLines(drive, [massChange]);
      if (line === undefined) return;
      const files = await fileLines(drive, massChange, first);
      const restore = `rampart drive restore ${line.site} --change ${line.restore_change} --archive before.zip`;
      if (json) {
        printJson({ ...line, affected_files: files, restore });
        return;
      }
      const { reasons, ...facts } = line;
      printNamedValues([
        ...Object.entries(facts).map(([name, value]) => [name.replaceAll('_', ' '), textOf(value)] as const),
        ...reasons.map((reason) => ['reason', reason] as const),
        ...files.map(({ effect, path }) => [effect, path] as const),
        ['restore with', restore],
      ]);
    },
    { access: 'read' },
  );
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}

async function fileLines(drive: DriveService, { id, siteId }: MassChangeRecord, first: number) {
  if (first === 0) return [];
  const { nodes } = await drive.massChangeFiles(localRequest, { id, page: { first } });
  const paths = await drive.pathsOfItems(
    localRequest,
    nodes.map(({ itemId }) => ({ siteId, id: itemId })),
  );
  return nodes.map(({ effect, itemId, previousName }, index) => ({
    ...{ effect, path: paths[index] ?? itemId, previous_name: previousName },
  }));
}

async function changeState(id: number, state: MassChangeState, { notes, json = false }: Options): Promise<void> {
  await withDrive(async (drive) => {
    const changed = await drive.changeMassChange(localRequest, { id, state, notes });
    if (json) printJson({ id, state: changed.state, notes: changed.notes });
    else process.stdout.write(`mass change ${id} is ${changed.state}\n`);
  });
}
