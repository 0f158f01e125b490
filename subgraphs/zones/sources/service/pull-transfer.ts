import { readFile } from 'node:fs/promises';
import type { TsigKey, ZoneSource } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { StartOfAuthority } from '../../dns/index.js';
import { assertSerial, importContent, isOlder, newestImport, OutdatedBaseError } from '../../imports/index.js';
import { zoneSuffixOf } from '../../names.js';
import type { TransferServer } from '../dns/exchange.js';
import { FullTransfer } from '../dns/full-transfer.js';
import { requestChanges } from '../dns/incremental-transfer.js';
import { querySoa } from '../dns/transfer.js';
import type { Pull, PullResult } from './pull.js';

type TransferSource = Extract<ZoneSource, { kind: 'axfr' }>;

/**
 * Transfers a zone from its primary server if the serial of its SOA record is newer: incrementally if the server
 * supports that, otherwise as a whole.
 * @throws {DomainError} UPSTREAM_FAILED; BAD_USER_INPUT for an older serial, an unknown key, or a rejected import
 */
export async function pullTransfer(pull: Pull<TransferSource>): Promise<PullResult> {
  const { dependencies, source } = pull;
  const server = await serverOf(pull);
  const soa = await querySoa(server);
  const newest = await newestImport(dependencies, source.zone);
  const importedSerial = newest?.serial ?? null;
  if (importedSerial === soa.serial) {
    return { outcome: 'unchanged', imported: null, isCurrent: true, sourceState: sourceStateOf(soa) };
  }
  // A zone with an older serial is not transferred, because its import would be rejected.
  const allowOlder = pull.options.allowOlderSerial ?? false;
  assertSerial({ serial: soa.serial, newest, allowMissing: false, allowOlder });
  // An incremental transfer requires a newer serial.
  const isNewer = importedSerial !== null && !isOlder(soa.serial, importedSerial);
  const content = isNewer ? await requestNewer(pull, server, importedSerial) : await receiveZone(pull, server);
  if (content === undefined) return { outcome: 'unchanged', imported: null, isCurrent: true };
  try {
    return await importTransfer(pull, soa, content);
  } catch (error) {
    if (!(error instanceof OutdatedBaseError)) throw error;
    dependencies.log.info(
      { zone: source.zone, reason: error.message },
      'transferring the complete zone (AXFR) instead of its changes (IXFR)',
    );
    return await importTransfer(pull, soa, await receiveZone(pull, server));
  }
}

type Content =
  | { readonly kind: 'transfer'; readonly transfer: FullTransfer }
  | Extract<Parameters<typeof importContent>[2]['content'], { kind: 'changes' }>;

async function importTransfer(pull: Pull, soa: StartOfAuthority, content: Content): Promise<PullResult> {
  const { dependencies, request, source, options } = pull;
  const { allowLoss, allowOlderSerial, onProgress } = options;
  const input = { zone: source.zone, content, allowLoss, allowOlderSerial, onProgress };
  const record = await importContent(dependencies, request, input).finally(async () => {
    if (content.kind === 'transfer') await content.transfer.close();
  });
  const sourceState = { ...sourceStateOf(soa), serial: record.serial };
  return { outcome: 'imported', imported: record, isCurrent: true, sourceState };
}

function sourceStateOf({ serial, refreshSeconds, retrySeconds, expireSeconds }: StartOfAuthority) {
  return { serial, refreshSeconds, retrySeconds, expireSeconds };
}

async function serverOf({ dependencies, source, signal }: Pull<TransferSource>): Promise<TransferServer> {
  const { settings, pulls } = dependencies;
  const { host, port, zone } = source;
  const now = pulls.network.now ?? Date.now;
  const { transferCaFile } = settings;
  // The file is read for each transfer, so a renewed certificate takes effect without a restart.
  const authorities = source.tls === null || transferCaFile === '' ? null : await readFile(transferCaFile, 'utf8');
  const tls = source.tls === null ? null : { ...source.tls, authorities };
  return { host, port, signal, now, tls, zone: zoneSuffixOf(zone).slice(1), key: keyOf(source, settings.tsigKeys) };
}

function keyOf({ key: name }: TransferSource, keys: readonly TsigKey[]): TsigKey | null {
  if (name === null) return null;
  const normalized = name.toLowerCase().replace(/\.$/, '');
  const key = keys.find((candidate) => candidate.name === normalized);
  if (key !== undefined) return key;
  throw new DomainError(
    'BAD_USER_INPUT',
    `The TSIG key ${name} is not in [zones] tsig_keys: add it, or correct the source in [zones] sources`,
  );
}

async function receiveZone({ dependencies, options }: Pull, server: TransferServer): Promise<Content> {
  const transfer = await FullTransfer.receive(server, {
    maxBytes: dependencies.settings.maxDownloadGigabytes * 1e9,
    onProgress: (progress) => options.onProgress?.({ phase: 'downloading', ...progress }),
  });
  return { kind: 'transfer', transfer };
}

/** The changes since a serial, or the whole zone; undefined if the server has no newer serial. */
async function requestNewer(pull: Pull, server: TransferServer, serial: number): Promise<Content | undefined> {
  const response = await requestChanges(server, serial);
  switch (response.kind) {
    case 'current':
      return undefined;
    case 'changes':
      return { kind: 'changes', changes: response.changes };
    case 'unavailable':
      return await receiveZone(pull, server);
  }
}
