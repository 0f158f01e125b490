import { DomainError } from '../../../../platform/domain-error.js';
import { importContent, isOlder, newestImport } from '../../imports/index.js';
import { recordDownload } from '../repository/sources.js';
import type { Validators } from '../upstream/download.js';
import type { FilePart } from '../upstream/part-store.js';
import type { Pull, PullResult } from './pull.js';

/** Reasons of rejections that another import of the same file would repeat. */
const permanentReasons: readonly string[] = ['syntax', 'empty', 'missing_soa', 'serial_fell', 'loss'];

const noValidators: Validators = { entityTag: null, lastModified: null };

/**
 * Validators of the file that was imported last; none if the zone has been imported from another file since, which has
 * another serial: the file must then be imported again, even if the server has not changed it. A file that would be
 * rejected, because it is older than that one, is not downloaded again.
 */
export async function currentValidators({ dependencies, source, before, options }: Pull): Promise<Validators> {
  const newest = await newestImport(dependencies, source.zone);
  if ((newest?.serial ?? null) === before.serial) return before;
  const lastSerial = newest?.lastSerial ?? null;
  const isRejected = lastSerial !== null && before.serial !== null && isOlder(before.serial, lastSerial);
  return isRejected && options.allowOlderSerial !== true ? before : noValidators;
}

/** Records the time of the download, because CZDS permits one download of a zone in 24 hours. */
export async function recordPartDownload({ dependencies, source }: Pull): Promise<void> {
  const { database, clock } = dependencies;
  await database.guard((sql) => recordDownload(sql, { zone: source.zone, now: clock.now() }));
}

/**
 * Imports a downloaded file. A rejected file remains, so it is not downloaded again; it is imported again only with the
 * option that accepts the reason: `allowLoss` or `allowOlderSerial`.
 * @throws {DomainError} BAD_USER_INPUT if the file is rejected now, or was rejected before
 */
export async function importPart(pull: Pull, part: FilePart): Promise<PullResult> {
  const { dependencies, request, source, options } = pull;
  const { rejection, entityTag, lastModified } = part.metadata;
  const { allowLoss, allowOlderSerial, onProgress } = options;
  if (rejection !== null && !isAccepted(part, options)) {
    throw new DomainError('BAD_USER_INPUT', `${rejection}; the source has no newer file`, {
      reason: 'known_rejection',
    });
  }
  const imported = await importContent(dependencies, request, {
    content: { kind: 'file', file: part.file() },
    ...{ zone: source.zone, allowLoss, allowOlderSerial, onProgress },
  }).catch(async (error: unknown) => {
    await recordRejection(part, error);
    throw error;
  });
  const sourceState = { serial: imported.serial, entityTag, lastModified };
  return { outcome: 'imported', imported, isCurrent: true, sourceState, settle: () => part.discard() };
}

/** Whether the options accept what the file was rejected for. Any option may accept an unknown reason. */
function isAccepted({ metadata }: FilePart, { allowLoss, allowOlderSerial }: Pull['options']): boolean {
  const { rejectionReason: reason } = metadata;
  const acceptsLoss = allowLoss === true && (reason === 'loss' || reason === null);
  const acceptsOlderSerial = allowOlderSerial === true && (reason === 'serial_fell' || reason === null);
  return acceptsLoss || acceptsOlderSerial;
}

async function recordRejection(part: FilePart, error: unknown): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') return;
  // A truncated file may have been damaged in transit, so it is downloaded again.
  if (error.details?.reason === 'truncated') return await part.discard();
  const reason = permanentReasons.find((each) => each === error.details?.reason);
  if (reason !== undefined) await part.record({ ...part.metadata, rejection: error.message, rejectionReason: reason });
}
