import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../../platform/audit/index.js';
import { detectLostClient } from '../../../../platform/database/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { zoneSuffixOf } from '../../names.js';
import { addNameserverSets, applyChanges, readState, stageChanges } from '../repository/apply-changes.js';
import { insertImport } from '../repository/import-log.js';
import { attachLeaves, copyLeaves } from '../repository/initial-load.js';
import { ensureChangePartition, lockCommit, lockZone } from '../repository/partitions.js';
import { selectTouchedRows } from '../repository/touched-rows.js';
import {
  insertIngest,
  insertZone,
  selectZone,
  updateIngestTime,
  updateLastImport,
  updateZone,
  type ZoneRow,
} from '../repository/zones.js';
import type { DelegationBatch } from '../rules/delegation-batch.js';
import { assertMaxLoss, assertNotEmpty, assertSerial, assertTime } from '../rules/rejection.js';
import { ImportOutcome } from '../vocabulary.js';
import { type AttemptResult, type ImportAttempt, type ImportPhase, noDifference, updateTime } from './attempt.js';
import { type ContentReading, createReading, type DelegationChanges, placeholderDigest } from './content.js';
import { type DelegationCounts, findChanges, initialStateRows, SetSpool } from './differences.js';
import { startFollowUpJobs } from './follow-up-jobs.js';
import { applyIncrement, OutdatedBaseError } from './incremental.js';
import { sortDelegations, verifyOrder } from './ordered-delegations.js';
import { Spool } from './spool.js';
import { hasDigest } from './zone-file.js';

/**
 * Default maximum number of rows per partition: larger zones are partitioned by label, so each index fits into memory.
 */
const defaultMaxRowsPerPartition = 5_000_000;

/**
 * Imports a zone file in one transaction.
 * @param options.isSorted whether to expect the file in the order of the state
 * @throws {OutOfOrderError} if it is expected to be sorted and is not
 */
export async function attemptImport(
  dependencies: ZoneDependencies,
  attempt: ImportAttempt,
  options: { isSorted: boolean },
): Promise<AttemptResult> {
  report(attempt, 'waiting');
  return await dependencies.database.transaction(async (sql) => {
    await detectLostClient(sql, 'transaction');
    await lockZone(sql, { zone: attempt.zone });
    const newest = await selectZone(sql, { name: attempt.zone });
    const { clock } = dependencies;
    updateTime(attempt, clock, newest);
    if (attempt.isTimeRequested) assertTime({ at: attempt.at, now: clock.now(), newest });
    const work = new Attempt({ dependencies, attempt, sql, newest });
    try {
      return await work.run(options.isSorted);
    } finally {
      await work.close();
    }
  });
}

function report(attempt: ImportAttempt, phase: ImportPhase, domains = 0): void {
  const { bytes, records } = attempt.counts;
  attempt.onProgress?.({ phase, bytes, records, domains });
}

class Attempt {
  readonly #dependencies: ZoneDependencies;
  readonly #attempt: ImportAttempt;
  readonly #sql: TransactionSql;
  readonly #newest: ZoneRow | undefined;
  readonly #reading: ContentReading;
  readonly #counts: DelegationCounts = { domains: 0, observations: 0, removed: 0 };
  readonly #sets = new SetSpool();
  readonly #changes = new Spool();

  constructor(options: {
    dependencies: ZoneDependencies;
    attempt: ImportAttempt;
    sql: TransactionSql;
    newest: ZoneRow | undefined;
  }) {
    this.#dependencies = options.dependencies;
    this.#attempt = options.attempt;
    this.#sql = options.sql;
    this.#newest = options.newest;
    const { content, zone } = options.attempt;
    const reference = options.newest?.fileDigest;
    this.#reading =
      content.kind === 'changes'
        ? readChanges(content.changes)
        : createReading(content, { zone: zoneSuffixOf(zone).slice(1), reference });
  }

  async run(isSorted: boolean): Promise<AttemptResult> {
    const newest = this.#newest;
    const { content } = this.#attempt;
    if (content.kind === 'changes') return await this.#updateIncrementally(newest, content.changes);
    if (newest !== undefined && (await this.#isUnchangedFile(newest))) return await this.#recordUnchanged(newest);
    const reading = this.#read();
    const delegations = isSorted ? verifyOrder(reading) : sortDelegations(reading);
    try {
      return newest === undefined ? await this.#load(delegations) : await this.#update(newest, delegations);
    } finally {
      await delegations.return(undefined);
      this.#updateCounts();
    }
  }

  async close(): Promise<void> {
    await this.#changes.close();
    await this.#sets.lines.close();
  }

  /**
   * Whether the file equals that of the newest import; reads it only if the sizes are equal, to compare the digests.
   */
  async #isUnchangedFile(newest: ZoneRow): Promise<boolean> {
    const { content, counts } = this.#attempt;
    if (content.kind !== 'file' || content.file.size === null || content.file.size !== newest.fileBytes) return false;
    const isSame = await hasDigest(content.file, newest.fileDigest);
    if (isSame) this.#attempt.counts = { ...counts, bytes: content.file.size, serial: newest.serial };
    return isSame;
  }

  async *#read(): AsyncGenerator<DelegationBatch> {
    for await (const batch of this.#reading.batches()) {
      this.#updateCounts();
      if (this.#reading.serial !== undefined) this.#assertSerial();
      report(this.#attempt, 'reading', this.#counts.domains);
      yield batch;
    }
    this.#assertSerial();
  }

  #updateCounts(): void {
    const { bytes, records, serial = null } = this.#reading;
    if (bytes > 0) this.#attempt.counts = { bytes, records, serial };
  }

  #assertSerial(): void {
    const { serial } = this.#reading;
    const { allowMissingSoa = false, allowOlderSerial = false } = this.#attempt;
    assertSerial({ serial, newest: this.#newest, allowMissing: allowMissingSoa, allowOlder: allowOlderSerial });
  }

  async #load(delegations: AsyncGenerator<DelegationBatch>): Promise<AttemptResult> {
    const sql = this.#sql;
    const { zone, maxRowsPerPartition = defaultMaxRowsPerPartition } = this.#attempt;
    // Acquires the lock only if there is something to write.
    const first = await delegations.next();
    await lockCommit(sql);
    const { id: zoneId } = await insertZone(sql, { name: zone, suffix: zoneSuffixOf(zone) });
    const { id: ingest } = await insertIngest(sql, { zoneId, at: this.#attempt.at, isInitial: true });
    const rows = initialStateRows(prepend(first, delegations), this.#sets, this.#counts);
    const leaves = await copyLeaves(sql, { zoneId, ingest, maxRowsPerPartition, rows });
    assertNotEmpty(this.#counts.domains);
    report(this.#attempt, 'writing', this.#counts.domains);
    await addNameserverSets(sql, this.#sets.lines.read());
    await attachLeaves(sql, zoneId, leaves);
    await updateIngestTime(sql, { id: ingest, at: updateTime(this.#attempt, this.#dependencies.clock) });
    const { domains, observations } = this.#counts;
    const difference = { ...noDifference, addedDomains: domains, addedObservations: observations };
    return await this.#finish({ zoneId, ingest, difference, digest: this.#reading.digest() });
  }

  async #update(newest: ZoneRow, delegations: AsyncGenerator<DelegationBatch>): Promise<AttemptResult> {
    const sql = this.#sql;
    const state = readState(sql, newest.id);
    await findChanges({ delegations, state, sets: this.#sets, counts: this.#counts, output: this.#changes });
    const { domains, removed } = this.#counts;
    assertNotEmpty(domains);
    assertMaxLoss({ removed, before: newest.domains, allowLoss: this.#attempt.allowLoss ?? false });
    const digest = this.#reading.digest();
    if (digest.equals(newest.fileDigest)) return await this.#recordUnchanged(newest);
    return await this.#write(newest, digest);
  }

  /** Applies incremental changes, which modify few rows. */
  async #updateIncrementally(newest: ZoneRow | undefined, changes: DelegationChanges): Promise<AttemptResult> {
    if (newest?.serial !== changes.fromSerial)
      throw new OutdatedBaseError('the incremental changes do not start from the current serial number of the zone');
    const counts = this.#counts;
    counts.domains = newest.domains;
    counts.observations = newest.observations;
    this.#updateCounts();
    this.#assertSerial();
    const rows = await selectTouchedRows(this.#sql, { zoneId: newest.id, labels: [...changes.touched.keys()] });
    await applyIncrement({ changes, rows, sets: this.#sets, counts, output: this.#changes });
    assertNotEmpty(counts.domains);
    assertMaxLoss({
      ...{ removed: counts.removed, before: newest.domains },
      allowLoss: this.#attempt.allowLoss ?? false,
    });
    return await this.#write(newest, this.#reading.digest());
  }

  /** Writes the changes that were found. */
  async #write(newest: ZoneRow, digest: Buffer): Promise<AttemptResult> {
    const sql = this.#sql;
    const { domains } = this.#counts;
    report(this.#attempt, 'writing', domains);
    await stageChanges(sql, this.#changes.read());
    await lockCommit(sql);
    const at = updateTime(this.#attempt, this.#dependencies.clock);
    await ensureChangePartition(sql, at);
    await addNameserverSets(sql, this.#sets.lines.read());
    const { id: ingest } = await insertIngest(sql, { zoneId: newest.id, at, isInitial: false });
    const difference = await applyChanges(sql, { zoneId: newest.id, ingest, at });
    if (newest.domains + difference.addedDomains - difference.removedDomains !== domains) {
      throw new Error(
        `the number of domains in ${this.#attempt.zone} does not match the changes; the import was rolled back`,
      );
    }
    return await this.#finish({ zoneId: newest.id, ingest, difference, digest });
  }

  async #finish(applied: {
    zoneId: number;
    ingest: number;
    difference: AttemptResult['difference'];
    digest: Buffer;
  }): Promise<AttemptResult> {
    const { domains, observations } = this.#counts;
    this.#updateCounts();
    await updateZone(this.#sql, {
      ...{ zoneId: applied.zoneId, ingest: applied.ingest, at: this.#attempt.at, domains, observations },
      serial: this.#reading.serial ?? null,
      fileBytes: this.#reading.bytes,
      fileDigest: applied.digest,
    });
    const { difference, ingest } = applied;
    await startFollowUpJobs(this.#sql);
    return await this.#log({ outcome: ImportOutcome.APPLIED, domains, observations, difference, ingest });
  }

  /** Records an import without changes. */
  async #recordUnchanged(newest: ZoneRow): Promise<AttemptResult> {
    await updateLastImport(this.#sql, { id: newest.id, at: this.#attempt.at });
    const { domains, observations } = newest;
    const outcome = ImportOutcome.UNCHANGED;
    return await this.#log({ outcome, domains, observations, difference: noDifference, ingest: null });
  }

  async #log(result: Omit<AttemptResult, 'endedAt'> & { ingest: number | null }): Promise<AttemptResult> {
    const { id, zone, at, startedAt, counts, request } = this.#attempt;
    const { outcome, domains, observations, difference, ingest } = result;
    const endedAt = this.#dependencies.clock.now();
    await insertImport(this.#sql, {
      ...{ id, zone, outcome, ingest, at, startedAt, endedAt, reason: null },
      ...{ ...counts, domains, observations, ...difference },
    });
    const { serial = null, domains: domainsBefore = 0 } = this.#newest ?? {};
    await recordAudit(this.#sql, request, {
      action: 'import.zone',
      object: [`zone:${zone}`, `zone-import:${id}`],
      before: { serial, domains: domainsBefore },
      after: { serial: counts.serial, domains, outcome, observedAt: new Date(at).toISOString() },
    });
    return { outcome, endedAt, domains, observations, difference };
  }
}

/** A reading that has only the counts of incremental changes: reading its delegations throws an error. */
function readChanges({ bytes, records, serial }: DelegationChanges): ContentReading {
  return {
    ...{ bytes, records, serial, digest: placeholderDigest },
    batches() {
      throw new Error('incremental changes do not contain the whole zone');
    },
  };
}

async function* prepend<Item>(first: IteratorResult<Item, unknown>, rest: AsyncGenerator<Item>): AsyncGenerator<Item> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
