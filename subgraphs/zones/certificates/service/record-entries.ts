import type { TransactionSql } from 'postgres';
import type { CertificateLog } from '../../../../platform/configuration/index.js';
import {
  brandLimits,
  type MatcherCache,
  selectWatchedBrands,
  selectZonesById,
  type WatchedBrandRow,
} from '../../brands/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import {
  addBrandCertificates,
  addCertificate,
  countSkippedCertificates,
  deleteUnusedCertificates,
} from '../repository.js';
import type { CertificateData } from '../rules/certificate-names.js';
import type { LogEntry } from '../rules/entries.js';
import { matchNames, type NameMatch, RegisteredDomainSplitter } from './match-names.js';

/** Maximum number of stored certificate names per brand; further names are only counted until others are deleted. */
const maxNamesOfBrand = brandLimits.certificateNames;

export interface RecordedEntries {
  readonly cache: MatcherCache;
  readonly log: CertificateLog;
  readonly entries: readonly (LogEntry & { readonly index: number })[];
  /** Stores the reading position after these entries in the same transaction, so each entry is recorded once. */
  storePosition(sql: TransactionSql): Promise<unknown>;
}

/** Compares entries of a log with all brands, and stores the certificates whose names imitate one. */
export async function recordEntries({ database }: ZoneDependencies, batch: RecordedEntries): Promise<void> {
  await database.transaction(async (sql) => {
    const brands = await selectWatchedBrands(sql, { isScanning: false });
    if (brands.length > 0) await recordMatches(sql, batch, brands);
    await batch.storePosition(sql);
  });
}

async function recordMatches(
  sql: TransactionSql,
  { cache, log, entries }: RecordedEntries,
  brands: readonly WatchedBrandRow[],
): Promise<void> {
  // Loaded with the first entries, because every command loads this file.
  await import('reflect-metadata');
  const { readCertificate } = await import('../rules/certificate-names.js');
  const zones = (await selectZonesById(sql)).map(({ name }) => name);
  const compared = { brands, matcher: cache.matcher(brands, zones), domains: new RegisteredDomainSplitter(zones) };
  const skipped = new Map<string, number>();
  for (const entry of entries) {
    const data = readCertificate(entry.certificate);
    const matches = data === undefined ? [] : matchNames(compared, data.names);
    if (data === undefined || matches.length === 0) continue;
    for (const { brandId } of await store(sql, { log, entry, data, matches, brands })) {
      skipped.set(brandId, (skipped.get(brandId) ?? 0) + 1);
    }
  }
  if (skipped.size === 0) return;
  await countSkippedCertificates(sql, { skipped: [...skipped].map(([id, count]) => ({ id, count })) });
}

/**
 * Stores a certificate, unless all its brands have the maximum number of names.
 * @returns the brand of each name that was not added, because the brand has the maximum number of names
 */
async function store(
  sql: TransactionSql,
  found: {
    log: CertificateLog;
    entry: RecordedEntries['entries'][number];
    data: CertificateData;
    matches: readonly NameMatch[];
    brands: readonly WatchedBrandRow[];
  },
): Promise<readonly { readonly brandId: string }[]> {
  const { log, entry, data, matches, brands } = found;
  const { loggedAt, index } = entry;
  const added = await addCertificate(sql, {
    ...data,
    ...{ names: [...data.names], logUrl: log.url, entryIndex: index, loggedAt },
  });
  if (added === undefined) return [];
  const skipped = await addBrandCertificates(sql, {
    ...{ certificateId: added.id, loggedAt, max: maxNamesOfBrand },
    match: matches.map((match) => ({ ...match, brandId: brands[match.brand]?.id ?? '' })),
  });
  if (skipped.length > 0) await deleteUnusedCertificates(sql, { ids: [added.id] });
  return skipped;
}
