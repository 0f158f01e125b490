import { countOf } from '../../../../platform/count-of.js';
import { MassChangeKind } from '../vocabulary.js';

/**
 * Features of the file changes of a site within a time window. Known files are those that existed before the window.
 */
export interface BurstFeatures {
  readonly knownFiles: number;
  /** Number of known files that were updated, renamed, moved or deleted. */
  readonly changed: number;
  /** Number of known files whose content became unreadable: random, in no known format. */
  readonly encrypted: number;
  /**
   * Number of new files with unreadable content that replaced deleted files: per folder, at most as many as were
   * deleted.
   */
  readonly replaced: number;
  /** Number of deleted known files whose content no other file has. */
  readonly deleted: number;
  /**
   * Number of files with a novel extension (one that no other file of the site has) whose content is not known to be
   * intact: renamed known files, and new files that replaced deleted ones (per folder, at most as many as were
   * deleted).
   */
  readonly novelExtensionFiles: number;
  /** The most frequent novel extension (see `novelExtensionFiles`); null if there is none. */
  readonly novelExtension: string | null;
  /**
   * The name of new files that occurs in the most folders with encrypted, deleted, replaced or renamed files; null if
   * there is none.
   */
  readonly noteName: string | null;
  readonly noteFolders: number;
  /** The name of the folder in which the most known files changed; null if no known file changed. */
  readonly folderName: string | null;
  readonly folderFiles: number;
  readonly folderChanged: number;
  /**
   * Maximum number of items that changed within one of the consecutive windows of the same length in the previous 14
   * days. Changes of mass changes that were not dismissed do not count.
   */
  readonly baselineMaxChanged: number;
  /** Maximum number of items that were deleted within one of these windows; see `baselineMaxChanged`. */
  readonly baselineMaxDeleted: number;
}

export interface GuardThresholds {
  readonly windowMinutes: number;
  /**
   * Minimum number of deleted files, or of files that became unreadable, for which a burst is a mass change without
   * other signals.
   */
  readonly minFiles: number;
  /** Minimum percentage of the files of a site that must be deleted for a mass change. */
  readonly deletedPercent: number;
}

export interface Verdict {
  readonly kind: MassChangeKind;
  /** Sum of the points of all signals, rounded; at least 100. */
  readonly score: number;
  /** One sentence for each signal, with its numbers; strongest signal first. */
  readonly reasons: readonly string[];
}

/** A sign of an attack: its points and the sentence that describes it. */
interface Signal {
  readonly points: number;
  readonly reason: string;
}

const verdictScore = 100;

/**
 * Minimum sum of the points of encryption signals for a verdict. Supporting signals only add to them: a few files that
 * a person encrypts are not an attack.
 */
const minSignalScore = 50;

/**
 * Points of each signal; a verdict requires a total of 100. Unreadable content suffices alone, because ordinary work
 * does not make dozens of readable files unreadable. New extensions and notes require supporting signals (rate, share,
 * folder). Supporting signals never suffice alone, because any large piece of work has them.
 */
const signalPoints = { unreadable: 100, extension: 35, note: 30, rate: 20, share: 20, folder: 20 };

/**
 * Minimum number of folders with a new file of the same name for a signal: a ransom note is in every folder, but the
 * same new name in two folders is ordinary.
 */
const minNoteFolders = 3;
const manyNoteFolders = 5;
/** Minimum percentage of known files that must change for the signal of a large share of the site. */
const largePercent = 20;
/**
 * Minimum number of files in a folder, and minimum percentage of them that must change, for the signal of a whole
 * folder.
 */
const minFolderFiles = 10;
const wholePercent = 90;
/** A number of changes is unusual if it is at least this many times the maximum of the last 14 days. */
const unusualFactor = 3;

/**
 * Determines whether a burst of changes looks like encryption or deletion; undefined if it looks like ordinary work.
 */
export function verdictOf(features: BurstFeatures, thresholds: GuardThresholds): Verdict | undefined {
  const circumstances = supportingSignals(features, thresholds);
  const encryption = encryptionSignals(features, thresholds);
  const isEncryption = sum(encryption) >= minSignalScore && sum([...encryption, ...circumstances]) >= verdictScore;
  if (isEncryption) return verdict(MassChangeKind.ENCRYPTION, [...encryption, ...circumstances]);
  const deletion = deletionSignals(features, thresholds);
  return deletion.length === 0 ? undefined : verdict(MassChangeKind.DELETION, [...deletion, ...circumstances]);
}

function verdict(kind: MassChangeKind, signals: readonly Signal[]): Verdict {
  const ordered = signals.toSorted((a, b) => b.points - a.points);
  return { kind, score: Math.round(sum(signals)), reasons: ordered.map(({ reason }) => reason) };
}

function sum(signals: readonly Signal[]): number {
  return signals.reduce((total, signal) => total + signal.points, 0);
}

function encryptionSignals(features: BurstFeatures, { minFiles }: GuardThresholds): Signal[] {
  const { encrypted, replaced, novelExtensionFiles, noteName, noteFolders, knownFiles } = features;
  const signals: Signal[] = [];
  if (encrypted + replaced > 0) {
    const inPlace = `${encrypted} of ${knownFiles} files became unreadable: random content in no known format`;
    const byReplacement = `${countOf(replaced, 'new file')} with unreadable content replaced deleted files`;
    const parts = [...(encrypted > 0 ? [inPlace] : []), ...(replaced > 0 ? [byReplacement] : [])];
    const reason = `${parts.join('; ')}.`;
    signals.push({ points: signalPoints.unreadable * Math.min(1, (encrypted + replaced) / minFiles), reason });
  }
  if (novelExtensionFiles > 0) {
    const reason = `${countOf(novelExtensionFiles, 'file')} got extensions that no other file of the site has, most often ${features.novelExtension}.`;
    signals.push({ points: signalPoints.extension * Math.min(1, novelExtensionFiles / minFiles), reason });
  }
  if (noteFolders >= minNoteFolders) {
    const reason = `A new file with the name ${noteName} is in ${noteFolders} of the affected folders.`;
    signals.push({ points: signalPoints.note * Math.min(1, noteFolders / manyNoteFolders), reason });
  }
  return signals;
}

function deletionSignals(features: BurstFeatures, { minFiles, deletedPercent }: GuardThresholds): Signal[] {
  const { deleted, knownFiles, baselineMaxDeleted } = features;
  const isMassDeletion = deleted >= minFiles && percent(deleted, knownFiles) >= deletedPercent;
  if (!isMassDeletion || deleted < unusualFactor * baselineMaxDeleted) return [];
  const share = Math.round(percent(deleted, knownFiles));
  const reason = `${deleted} files, ${share}% of the site, were deleted, and no other file has their content.`;
  return [{ points: verdictScore, reason }];
}

function supportingSignals(features: BurstFeatures, { minFiles, windowMinutes }: GuardThresholds): Signal[] {
  const { changed, knownFiles, baselineMaxChanged, folderName, folderFiles, folderChanged } = features;
  const signals: Signal[] = [];
  if (changed >= minFiles && changed >= unusualFactor * baselineMaxChanged) {
    const reason = `${changed} files changed within ${windowMinutes} minutes; the maximum within an equally long period of the last 14 days was ${baselineMaxChanged}.`;
    signals.push({ points: signalPoints.rate, reason });
  }
  if (percent(changed, knownFiles) >= largePercent) {
    const reason = `${Math.round(percent(changed, knownFiles))}% of the ${knownFiles} files of the site changed.`;
    signals.push({ points: signalPoints.share, reason });
  }
  if (folderFiles >= minFolderFiles && percent(folderChanged, folderFiles) >= wholePercent) {
    const reason = `${folderChanged} of the ${folderFiles} files in the folder ${folderName || '/'} changed.`;
    signals.push({ points: signalPoints.folder, reason });
  }
  return signals;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
