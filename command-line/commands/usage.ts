import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { systemErrorReason } from '../../platform/system-error.js';
import { UsageTree, verifyDetached } from '../../subgraphs/licenses/service.js';
import { isStream, writeOutput, writeSigned } from '../backup/output-file.js';
import { CommandFailure, usingFile } from '../failure.js';
import { integerFrom } from '../number-options.js';
import { printJson, printNamedValues } from '../output.js';
import { withLicenses } from './with-licenses.js';

const readAccess = { access: 'read' } as const;

export function addUsageCommands(usage: Command): void {
  usage
    .command('head')
    .description(
      'Print the tree head of the usage log: number of entries, root hash and time. With --out, write the tree head to FILE and its Ed25519 signature to FILE.sig.',
    )
    .option('--out <file>', 'file to write; requires [licenses] signing_key_file')
    .option('--force', 'overwrite existing files')
    .option('--json', 'print JSON')
    .action(printHead);
  usage
    .command('export')
    .description('Write all entries of the usage log to a file, one JSON object per line.')
    .argument('<file>', 'file to write; - for standard output')
    .option('--force', 'overwrite an existing file')
    .action(exportEntries);
  usage
    .command('check-ins')
    .description(
      'Write the check-ins of a day to a file, one JSON object per line for each controller, sorted by GUID.',
    )
    .argument('<day>', 'day in UTC, YYYY-MM-DD')
    .argument('<file>', 'file to write; - for standard output')
    .option('--force', 'overwrite an existing file')
    .action(exportCheckIns);
  usage
    .command('prove')
    .description('Print the proof that an entry is in the log (RFC 6962, section 2.1.1), as JSON.')
    .argument('<position>', 'position of the entry, starting at 0', integerFrom(0))
    .option('--size <number>', 'number of entries of the log; default: all entries', integerFrom(0))
    .action(prove);
  usage
    .command('consistency')
    .description(
      'Print the proof that the log begins with the entries of an earlier log (RFC 6962, section 2.1.2), as JSON.',
    )
    .argument('<size>', 'number of entries of the earlier log', integerFrom(0))
    .option('--size <number>', 'number of entries of the later log; default: all entries', integerFrom(0))
    .action(proveConsistency);
  addVerifyCommand(usage.command('verify'));
}

function addVerifyCommand(command: Command): void {
  command
    .description('Verify that an exported log begins with the entries of a signed tree head. Requires no instance.')
    .argument('<file>', 'file with exported entries')
    .option(
      '--check-ins <file>',
      'file with exported check-ins of a day; also verify that the log contains their entry',
    )
    .requiredOption('--head <file>', 'file with the signed tree head; its signature is in FILE.sig')
    .requiredOption('--public-key <file>', 'public key (PEM) that verifies the signature of the tree head')
    .option('--json', 'print JSON')
    .action(verify);
}

async function printHead(options: { out?: string; force?: boolean; json?: boolean }): Promise<void> {
  const { out, force } = options;
  const head = await withLicenses(async (service) => {
    if (out === undefined) return await service.usageHead(localRequest);
    const signed = await writeSigned({ file: out, force }, () => service.signedUsageHead(localRequest));
    return signed.head;
  }, readAccess);
  if (options.json) printJson(head);
  else {
    printNamedValues([
      ['size', head.size],
      ['root', head.root],
      ['at', head.at.toISOString()],
    ]);
  }
}

async function exportEntries(file: string, { force }: { force?: boolean }): Promise<void> {
  const count = await withLicenses(async (service) => {
    async function* pages(): AsyncGenerator<readonly string[]> {
      for (let position = 0; ; ) {
        const entries = await service.usageEntries(localRequest, position);
        if (entries.length === 0) return;
        position += entries.length;
        yield entries;
      }
    }
    return await writeLines({ file, force }, pages());
  }, readAccess);
  if (!isStream(file)) process.stdout.write(`wrote ${file}: ${countOf(count, 'entry', 'entries')}\n`);
}

async function exportCheckIns(date: string, file: string, { force }: { force?: boolean }): Promise<void> {
  const count = await withLicenses(async (service) => {
    async function* pages(): AsyncGenerator<readonly string[]> {
      for (let after: string | undefined; ; ) {
        const { lines, last } = await service.usageCheckIns(localRequest, { date, after });
        if (lines.length === 0) return;
        after = last;
        yield lines;
      }
    }
    return await writeLines({ file, force }, pages());
  }, readAccess);
  if (!isStream(file)) process.stdout.write(`wrote ${file}: ${countOf(count, 'controller')}\n`);
}

/** Writes lines, and returns their number. A file is created only if the first page can be read. */
async function writeLines(
  output: { file: string; force: boolean | undefined },
  pages: AsyncGenerator<readonly string[]>,
): Promise<number> {
  const first = await pages.next();
  let count = 0;
  await writeOutput({ ...output, mode: 0o666 }, async (write) => {
    for (let page = first; !page.done; page = await pages.next()) {
      count += page.value.length;
      await write(`${page.value.join('\n')}\n`);
    }
  });
  return count;
}

async function prove(position: number, options: { size?: number }): Promise<void> {
  const input = { position, size: options.size };
  printJson(await withLicenses((service) => service.proveInclusion(localRequest, input), readAccess));
}

async function proveConsistency(first: number, options: { size?: number }): Promise<void> {
  const input = { first, second: options.size };
  printJson(await withLicenses((service) => service.proveConsistency(localRequest, input), readAccess));
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  const { head: headFile, publicKey, checkIns: checkInFile } = options;
  const text = usingFile(headFile, () => readFileSync(headFile, 'utf8'));
  const signature = usingFile(`${headFile}.sig`, () => readFileSync(`${headFile}.sig`));
  const key = usingFile(publicKey, () => readFileSync(publicKey, 'utf8'));
  if (!verifyDetached(text, signature, key)) {
    throw new CommandFailure(
      `${headFile}: its signature is invalid: ${headFile}.sig does not match this file and the public key ${publicKey}`,
    );
  }
  const { size, root } = JSON.parse(text) as { size: number; root: string }; // Signed by the server.
  const ofCheckIns = checkInFile === undefined ? undefined : (await treeOf(checkInFile)).root();
  let day: string | undefined;
  const tree = await treeOf(file, {
    size,
    onEntry(text) {
      if (ofCheckIns === undefined || !text.includes(ofCheckIns)) return;
      const entry = JSON.parse(text) as { day?: string; root?: string }; // The server writes this shape.
      if (entry.root === ofCheckIns) day = entry.day;
    },
  });
  if (tree.size < size)
    throw new CommandFailure(`${file} has ${countOf(tree.size, 'entry', 'entries')}, but the tree head has ${size}`);
  if (tree.root() !== root) {
    throw new CommandFailure(
      `${file} does not begin with the ${countOf(size, 'entry', 'entries')} of the tree head: its entries were changed, or the log was rolled back before the export`,
    );
  }
  if (checkInFile !== undefined && day === undefined) {
    throw new CommandFailure(
      `${checkInFile}: none of the ${countOf(size, 'entry', 'entries')} of the tree head has these check-ins`,
    );
  }
  if (options.json) printJson({ size, root, ...(day !== undefined && { day }) });
  else {
    process.stdout.write(`${file} begins with the ${countOf(size, 'entry', 'entries')} of the tree head\n`);
    if (day !== undefined) process.stdout.write(`${checkInFile} has the check-ins of ${day}\n`);
  }
}

interface VerifyOptions {
  readonly head: string;
  readonly publicKey: string;
  readonly checkIns?: string;
  readonly json?: boolean;
}

/** Computes the Merkle tree of the first `size` lines of a file; by default, of all lines. */
async function treeOf(
  file: string,
  { size = Number.POSITIVE_INFINITY, onEntry }: { size?: number; onEntry?: (entry: string) => void } = {},
): Promise<UsageTree> {
  const tree = new UsageTree();
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) {
      if (tree.size === size) break;
      tree.append([line]);
      onEntry?.(line);
    }
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${systemErrorReason(error)}`);
  }
  return tree;
}
