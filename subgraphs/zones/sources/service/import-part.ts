import { DomainError } from '../../../../platform/domain-error.js';
import { importContent } from '../../imports/index.js';
import { recordDownload } from '../repository/sources.js';
import type { FilePart } from '../upstream/part-store.js';
import type { Pull, PullResult } from './pull.js';

/** Reasons of rejections that another import of the same file would repeat. */
const permanentReasons: readonly unknown[] = ['syntax', 'empty', 'missing_soa', 'serial_fell', 'loss'];

/** Records the time of the download, because CZDS permits one download of a zone in 24 hours. */
export async function recordPartDownload({ dependencies, source }: Pull): Promise<void> {
  const { database, clock } = dependencies;
  await database.guard((sql) => recordDownload(sql, { zone: source.zone, now: clock.now() }));
}

/**
 * Imports a downloaded file. A rejected file remains, so it is not downloaded again; it is imported again only with
 * `allowLoss` or `allowOlderSerial`.
 * @throws {DomainError} BAD_USER_INPUT if the file is rejected now, or was rejected before
 */
export async function importPart(pull: Pull, part: FilePart): Promise<PullResult> {
  const { dependencies, request, source, options } = pull;
  const { rejection, entityTag, lastModified } = part.metadata;
  const { allowLoss, allowOlderSerial, onProgress } = options;
  if (rejection !== null && allowLoss !== true && allowOlderSerial !== true) {
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

async function recordRejection(part: FilePart, error: unknown): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') return;
  // A truncated file may have been damaged in transit, so it is downloaded again.
  if (error.details?.reason === 'truncated') await part.discard();
  else if (permanentReasons.includes(error.details?.reason))
    await part.record({ ...part.metadata, rejection: error.message });
}
