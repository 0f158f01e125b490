import { countOf } from '../../../../platform/count-of.js';
import { MassChangeKind } from '../vocabulary.js';

/** Features of the changes of a site's files within a window. Known files are those that existed before it. */
export interface BurstFeatures {
  readonly knownFiles: number;
  /** Number of known files that were updated, renamed, moved or deleted. */
  readonly changed: number;
  /** Number of known files whose content became unreadable: random, in no known format. */
  readonly encrypted: number;
  /** Number of new files with unreadable content, in folders from which as many files were deleted. */
  readonly replaced: number;
  /** Number of known files that were deleted, and whose content no other file has. */
  readonly deleted: number;
  /**
   * Number of known files with an extension that no other file of the site has, and that they did not have before,
   * whose content is not known to be intact; and of new files with such an extension, in folders from which as many
   * files were deleted.
   */
  readonly extended: number;
  /** The most frequent extension that no other file of the site has; null: there is none. */
  readonly novelExtension: string | null;
  /** The name that new files have in the most folders with such files; null: there is none. */
  readonly noteName: string | null;
  readonly noteFolders: number;
  /** The folder in which the most known files changed; null: none did. */
  readonly folderName: string | null;
  readonly folderFiles: number;
  readonly folderChanged: number;
  /** Maximum number of files that changed within a window of the same length in the last 14 days. */
  readonly usualChanged: number;
  /** Maximum number of files that were deleted within a window of the same length in the last 14 days. */
  readonly usualDeleted: number;
}

export interface GuardThresholds {
  readonly windowMinutes: number;
  /** Minimum number of files whose deletion, or whose unreadable contents alone, are a mass change. */
  readonly minFiles: number;
  /** Minimum percentage of the files of a site whose deletion is a mass change. */
  readonly deletedPercent: number;
}

export interface Verdict {
  readonly kind: MassChangeKind;
  /** Sum of the points of the signals, rounded; at least 100. */
  readonly score: number;
  /** Sentences with the numbers, the strongest first. */
  readonly reasons: readonly string[];
}

/** A reason and its points. */
interface Signal {
  readonly points: number;
  readonly reason: string;
}

const verdictScore = 100;

/**
 * Minimum points of the signals of encryption for a verdict. Circumstances count only alongside them: a few files that
 * a person encrypts are not an attack.
 */
const minSignalScore = 50;

/**
 * Points of the signals. Unreadable contents alone are a verdict, because no ordinary work makes known formats
 * unreadable by the dozen; new extensions and notes are a verdict only together with circumstances; circumstances alone
 * never are, because any large piece of work has them.
 */
const signalPoints = { unreadable: 100, extension: 35, note: 30, rate: 20, share: 20, folder: 20 };

/**
 * Minimum number of folders with a new file of the same name that are a signal: ransom notes are in each folder, but
 * the same new name in two folders is ordinary.
 */
const minNoteFolders = 3;
const manyNoteFolders = 5;
/** Minimum percentage of the known files that counts as a large share. */
const largePercent = 20;
/** Minimum number of files of a folder, and the percentage of them that counts as nearly all. */
const minFolderFiles = 10;
const wholePercent = 90;
/** A number of changes is unusual if it is at least this many times the maximum of the last 14 days. */
const unusualFactor = 3;

/** Whether a burst of changes looks like encryption or deletion; undefined: like ordinary work. */
export function verdictOf(features: BurstFeatures, thresholds: GuardThresholds): Verdict | undefined {
  const circumstances = supportingSignals(features, thresholds);
  const encryption = encryptionSignals(features, thresholds);
  const isEncryption = sum(encryption) >= minSignalScore && sum([...encryption, ...circumstances]) >= verdictScore;
  if (isEncryption) return verdict(MassChangeKind.ENCRYPTION, [...encryption, ...circumstances]);
  const deletion = deletionSignals(features, thresholds);
  return deletion.length === 0 ? undefined : verdict(MassChangeKind.DELETION, [...deletion, ...circumstances]);
}

function verdict(kind: MassChangeKind, signals: readonly Signal[]): Verdict {
  const ordered = signals.toSorted((one, other) => other.points - one.points);
  return { kind, score: Math.round(sum(signals)), reasons: ordered.map(({ reason }) => reason) };
}

function sum(signals: readonly Signal[]): number {
  return signals.reduce((total, signal) => total + signal.points, 0);
}

function encryptionSignals(features: BurstFeatures, { minFiles }: GuardThresholds): Signal[] {
  const { encrypted, replaced, extended, noteName, noteFolders, knownFiles } = features;
  const found: Signal[] = [];
  if (encrypted + replaced > 0) {
    const inPlace = `${encrypted} of ${knownFiles} files became unreadable: random content in no known format`;
    const inOther = `${countOf(replaced, 'new file')} with unreadable content took the place of deleted files`;
    const parts = [...(encrypted > 0 ? [inPlace] : []), ...(replaced > 0 ? [inOther] : [])];
    const reason = `${parts.join('; ')}.`;
    found.push({ points: signalPoints.unreadable * Math.min(1, (encrypted + replaced) / minFiles), reason });
  }
  if (extended > 0) {
    const reason = `${countOf(extended, 'file')} got extensions that no other file of the site has, most often ${features.novelExtension}.`;
    found.push({ points: signalPoints.extension * Math.min(1, extended / minFiles), reason });
  }
  if (noteFolders >= minNoteFolders) {
    const reason = `A new file with the name ${noteName} is in ${noteFolders} of the affected folders.`;
    found.push({ points: signalPoints.note * Math.min(1, noteFolders / manyNoteFolders), reason });
  }
  return found;
}

function deletionSignals(features: BurstFeatures, { minFiles, deletedPercent }: GuardThresholds): Signal[] {
  const { deleted, knownFiles, usualDeleted } = features;
  const isMass = deleted >= minFiles && percent(deleted, knownFiles) >= deletedPercent;
  if (!isMass || deleted < unusualFactor * usualDeleted) return [];
  const share = Math.round(percent(deleted, knownFiles));
  const reason = `${deleted} files, ${share} % of the site, were deleted, and no other file has their content.`;
  return [{ points: verdictScore, reason }];
}

function supportingSignals(features: BurstFeatures, { minFiles, windowMinutes }: GuardThresholds): Signal[] {
  const { changed, knownFiles, usualChanged, folderName, folderFiles, folderChanged } = features;
  const found: Signal[] = [];
  if (changed >= minFiles && changed >= unusualFactor * usualChanged) {
    const reason = `${changed} files changed within ${windowMinutes} minutes; the maximum within an equally long period of the last 14 days was ${usualChanged}.`;
    found.push({ points: signalPoints.rate, reason });
  }
  if (percent(changed, knownFiles) >= largePercent) {
    const reason = `${Math.round(percent(changed, knownFiles))} % of the ${knownFiles} files of the site changed.`;
    found.push({ points: signalPoints.share, reason });
  }
  if (folderFiles >= minFolderFiles && percent(folderChanged, folderFiles) >= wholePercent) {
    const reason = `${folderChanged} of the ${folderFiles} files in the folder ${folderName || '/'} changed.`;
    found.push({ points: signalPoints.folder, reason });
  }
  return found;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
