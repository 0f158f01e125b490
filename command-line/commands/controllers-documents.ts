import { type Command, InvalidArgumentError } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { maxCharacters } from '../../platform/input-limits.js';
import { createLicenseService, DocumentKind, type LicenseService } from '../../subgraphs/licenses/service.js';
import { CommandFailure } from '../failure.js';
import { readInput } from '../input-file.js';
import { integerFrom } from '../number-options.js';
import { type Column, type NamedValue, printJson, printNamedValues, printRows } from '../output.js';
import { withPlatform } from '../platform.js';
import { withLicenses } from './with-licenses.js';

const readAccess = { access: 'read' } as const;
const kinds = Object.values(DocumentKind);
const maxListedControllers = 20;

type Document = Awaited<ReturnType<LicenseService['readDocument']>>;
type Preview = Awaited<ReturnType<LicenseService['previewDocument']>>;

interface ReplaceOptions {
  readonly expectedVersion?: number;
  readonly expectedDigest?: string;
  readonly json?: boolean;
}

/** Adds `rampart controllers documents`: the license, the blacklist and the departments. */
export function addDocumentCommands(controllers: Command): void {
  const documents = controllers
    .command('documents')
    .helpCommand(false)
    .description(
      'Show and replace the license, the blacklist and the departments, which are stored in the database or in files.',
    );
  documents
    .command('list')
    .description('List the documents with their active sources.')
    .option('--json', 'print JSON')
    .action(listDocuments);
  const withKind = (name: string) =>
    documents.command(name).argument('<kind>', 'license, blacklist or departments', parseKind);
  withKind('show').description('Print the active document.').action(showDocument);
  withKind('preview')
    .description('Print which registered controllers a document would affect, without storing it.')
    .argument('<file>', 'file with the document; - for standard input')
    .option('--json', 'print JSON')
    .action(previewDocument);
  const withVersion = (command: Command) =>
    command
      .option(
        '--expected-version <number>',
        'fail unless the current document has this version; default: any version',
        integerFrom(0),
      )
      .option(
        '--expected-digest <digest>',
        'fail unless the current document has this digest, as printed by documents list --json; default: any digest',
      )
      .option('--json', 'print JSON');
  withVersion(withKind('replace'))
    .description('Store a document in the database. All servers use it immediately, instead of the file.')
    .argument('<file>', 'file with the document; - for standard input')
    .action(async (kind: DocumentKind, file: string, options: ReplaceOptions) => {
      await storeDocument(kind, await readText(file), options);
    });
  withVersion(withKind('use-file'))
    .description('Use the configured file again, instead of the stored document.')
    .action(async (kind: DocumentKind, options: ReplaceOptions) => await storeDocument(kind, null, options));
}

async function listDocuments(options: { json?: boolean }): Promise<void> {
  const rows = await withPlatform(async (platform) => {
    const service = createLicenseService(platform);
    const found = [];
    for (const kind of kinds) {
      const { text: _unused, ...row } = await service.readDocument(localRequest, kind);
      found.push({ ...row, file: platform.configuration.licenses[`${kind}File`] || null });
    }
    return found;
  }, readAccess);
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: 'DOCUMENT', value: ({ kind }) => kind },
    { title: 'ACTIVE', value: ({ source, file }) => (source === 'file' && file === null ? 'none' : source) },
    { title: 'VERSION', value: ({ version }) => version },
    { title: 'CHANGED', value: ({ changedAt }) => changedAt?.toISOString() },
    { title: 'BY', value: ({ changedBy }) => changedBy },
    { title: 'FILE', value: ({ file }) => file },
  ];
  printRows({ rows, columns, json: options.json });
}

async function showDocument(kind: DocumentKind): Promise<void> {
  const { text } = await withLicenses((licenses) => licenses.readDocument(localRequest, kind), readAccess);
  if (text === null) {
    throw new CommandFailure(
      `there is no text of the ${kind} to print: none is stored in the database, and the file is not configured, missing, unreadable or too long; see rampart controllers documents list`,
    );
  }
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

async function previewDocument(kind: DocumentKind, file: string, options: { json?: boolean }): Promise<void> {
  const input = { kind, text: await readText(file), first: maxListedControllers };
  const preview = await withLicenses((licenses) => licenses.previewDocument(localRequest, input), readAccess);
  if (options.json) printJson(preview);
  else if (preview.problem === null) printNamedValues(previewValues(preview));
  if (preview.problem !== null) throw new CommandFailure(`${file} cannot be stored: ${preview.problem}`);
}

function previewValues({ license, controllerCount, affectedCount, departments, changes }: Preview): NamedValue[] {
  const seats = license === null ? null : Math.max(0, license.seatsUsed - license.after.cap);
  const termsOf = ({ customer, cap, expiresAt }: NonNullable<Preview['license']>['after']) =>
    `${customer}, ${countOf(cap, 'controller')} until ${new Date(expiresAt * 1000).toISOString()}`;
  const licenseValues: NamedValue[] =
    license === null
      ? []
      : [
          ['active license', license.before === null ? null : termsOf(license.before)],
          ['this license', termsOf(license.after)],
          ['seats used', license.seatsUsed],
          ['seats over the cap', seats],
        ];
  return [
    ...licenseValues,
    ['registered controllers', controllerCount],
    ['affected controllers', affectedCount],
    ...departments.map(({ department, count }): NamedValue => [`  ${department ?? 'no department'}`, count]),
    ...changes.map(({ guid, before, after }): NamedValue => [guid, `${before} → ${after}`]),
  ];
}

async function storeDocument(kind: DocumentKind, text: string | null, options: ReplaceOptions): Promise<void> {
  const { text: _unused, ...stored }: Document = await withLicenses(async (licenses) => {
    const version = options.expectedVersion ?? (await licenses.readDocument(localRequest, kind)).version;
    return await licenses.replaceDocument(localRequest, { kind, text, version, digest: options.expectedDigest });
  });
  if (options.json) printJson(stored);
  else process.stdout.write(`active: ${kind} from the ${stored.source} (version ${stored.version})\n`);
}

async function readText(file: string): Promise<string> {
  // A character has at most four bytes.
  const maxBytes = 4 * maxCharacters.licenseDocument;
  return await readInput(file, { maxBytes, tooLarge: `has more than ${maxCharacters.licenseDocument} characters` });
}

function parseKind(text: string): DocumentKind {
  const kind = kinds.find((candidate) => candidate === text);
  if (kind !== undefined) return kind;
  throw new InvalidArgumentError(`It must be ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}.`);
}
