import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, lstatSync } from 'node:fs';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { createFolder } from '../../platform/create-folder.js';
import { flushPath } from '../../platform/flush-path.js';
import { systemErrorCode } from '../../platform/system-error.js';
import { moveIfAbsent } from '../../platform/write-file.js';
import type { OpenTree, TreeEntry } from '../../subgraphs/drive/service.js';
import { isStream, openOutput } from '../backup/output-file.js';
import { CommandFailure, errorLine } from '../failure.js';
import { integerFrom } from '../number-options.js';
import { ProgressLine, printJson, printNamedValues } from '../output.js';
import { parseTime } from '../parse-time.js';
import { findSiteId } from './drive-find-site.js';
import { withDrive } from './with-drive.js';

interface RestoreOptions {
  readonly library?: string;
  readonly at?: Date;
  readonly change?: number;
  readonly folder: string;
  readonly into?: string;
  readonly archive?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Adds `rampart drive restore`. */
export function addRestoreCommand(command: Command): void {
  command
    .description('Restore files of a site from the local copy, as of a point in time. Nothing is sent to the site.')
    .argument('[site]', 'address of the site, such as contoso.sharepoint.com/sites/security; default: the only site')
    .option('--library <name>', 'document library; default: the default library of the site')
    .option('--at <time>', 'restore the state at this time, ISO 8601', parseTime)
    .option('--change <number>', 'restore the state after the change with this number', integerFrom(0))
    .option('--folder <path>', 'restore only the folder that had this path at that time, with everything below it', '/')
    .option('--into <directory>', 'write the files into this directory; existing files are never replaced')
    .option('--archive <file>', 'write a ZIP file; - for standard output')
    .option('--force', 'replace an existing archive')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Without --into or --archive, the command only counts what would be restored. Contents are verified by their SHA-256.
To continue an interrupted restore into a directory, repeat the command.`,
    )
    .action(restore);
}

async function restore(address: string | undefined, options: RestoreOptions): Promise<void> {
  const { at, change, folder, into, archive } = options;
  if ((at === undefined) === (change === undefined)) throw new CommandFailure('pass either --at or --change');
  if (into !== undefined && archive !== undefined)
    throw new CommandFailure('--into and --archive are mutually exclusive');
  await withDrive(async (drive) => {
    const input = { siteId: await findSiteId(drive, address, options), at, change, folder };
    if (into === undefined && archive === undefined) {
      const tree = await drive.readTree(localRequest, input);
      if (tree === null) {
        const point = at === undefined ? `after change ${change}` : `at ${at.toISOString()}`;
        throw new CommandFailure(`the site had no folder ${errorLine(folder)} ${point}`);
      }
      printCounts(countsOf(tree), options);
      return;
    }
    const opened = await drive.openTree(localRequest, input);
    if (archive !== undefined) await writeArchive(opened, archive, options);
    else if (into !== undefined) await writeFiles(opened, into, options);
  });
}

type Content = NonNullable<TreeEntry['content']>;
type Counts = Readonly<Record<string, number | string>>;

function countsOf({ siteId, change, folders, files, missingFiles, bytes }: OpenTree['tree']): Counts {
  return { site: siteId, change, folders, files, missing_files: missingFiles, bytes };
}

function printCounts(counts: Counts, { json = false, archive }: RestoreOptions): void {
  // The archive may be written to standard output.
  if (archive !== undefined && isStream(archive)) return;
  if (json) printJson(counts);
  else printNamedValues(Object.entries(counts).map(([name, value]) => [name.replaceAll('_', ' '), String(value)]));
}

async function writeArchive(opened: OpenTree, archive: string, options: RestoreOptions): Promise<void> {
  const output = await openOutput({ file: archive, force: options.force });
  try {
    for await (const part of opened.readArchive()) await output.sink.write([part]);
    await output.commit();
  } catch (error) {
    await output.discard();
    throw new CommandFailure(errorLine(error));
  }
  printCounts(countsOf(opened.tree), options);
  reportMissing(opened.files);
}

function reportMissing(files: readonly TreeEntry[]): void {
  for (const file of files)
    if (isMissing(file)) process.stderr.write(`no content was stored at that time: ${errorLine(file.path)}\n`);
}

function isMissing({ isFolder, content }: TreeEntry): boolean {
  return !isFolder && content === null;
}

/** System error codes after which no other file can be written either. */
const fatalCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

async function writeFiles({ tree, files, read }: OpenTree, into: string, options: RestoreOptions): Promise<void> {
  const directory = resolve(into);
  const progress = new ProgressLine();
  const counts = { written: 0, present: 0, failed: 0 };
  createFolder(directory);
  for (const file of files.filter((candidate) => !isMissing(candidate))) {
    try {
      counts[await writeFile(file, { directory, read })]++;
    } catch (error) {
      progress.clear();
      if (fatalCodes.has(systemErrorCode(error) ?? '')) throw new CommandFailure(errorLine(error));
      counts.failed++;
      process.stderr.write(`not restored: ${errorLine(file.path)}: ${errorLine(error)}\n`);
    }
    progress.update(`${countOf(counts.written, 'file or folder', 'files and folders')} restored`);
  }
  await flushFolders(directory, files);
  progress.clear();
  printCounts({ ...countsOf(tree), ...counts }, options);
  reportMissing(files);
  if (counts.failed > 0) throw new CommandFailure(`${countOf(counts.failed, 'file was', 'files were')} not restored`);
}

/** Flushes the folders of the restored files to disk, so the names in them survive a power loss. */
async function flushFolders(directory: string, files: readonly TreeEntry[]): Promise<void> {
  const folders = new Set(['.']);
  for (const { path } of files)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  for (const folder of folders) if (existsSync(join(directory, folder))) await flushPath(join(directory, folder));
}

/** Writes a folder, or a file with its content. */
async function writeFile(
  { path, content, modifiedAtEpoch }: TreeEntry,
  { directory, read }: { directory: string } & Pick<OpenTree, 'read'>,
): Promise<'written' | 'present'> {
  assertNoLinks(directory, content === null ? path : dirname(path));
  const target = join(directory, path);
  const isPresent = existsSync(target);
  if (content === null) {
    createFolder(target);
    return isPresent ? 'present' : 'written';
  }
  if (isPresent) return await assertSameContent(target, content);
  // No restored file has this name, because names never end in a dot.
  const draft = join(directory, `.restoring-${randomUUID()}.`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await pipeline(read(content), handle.createWriteStream({ flush: true }));
    if (modifiedAtEpoch !== null) await utimes(draft, modifiedAtEpoch, modifiedAtEpoch);
    // The file may have been created in the meantime.
    return moveIfAbsent(draft, target) ? 'written' : await assertSameContent(target, content);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Ensures that nothing is written outside of the directory.
 * @throws {Error} if the folder, or one above it, is a symbolic link
 */
function assertNoLinks(directory: string, path: string): void {
  for (let folder = path; folder !== '.'; folder = dirname(folder)) {
    const found = lstatSync(join(directory, folder), { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) {
      throw new Error(
        `the folder ${folder} is a symbolic link, and files are not written through links: remove it, or choose another directory`,
      );
    }
  }
}

/** @throws {Error} if the content of the file is different */
async function assertSameContent(target: string, content: Content): Promise<'present'> {
  if (await hasContent(target, content)) return 'present';
  throw new Error('a file with different content exists: move it, or choose another directory');
}

async function hasContent(path: string, { sha256, size }: Content): Promise<boolean> {
  const found = await stat(path);
  if (!found.isFile() || found.size !== size) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}
