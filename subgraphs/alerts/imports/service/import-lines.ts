import type { Readable } from 'node:stream';
import { messageOf } from '../../../../platform/message-of.js';
import { type Scope, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { InferenceOutcome } from '../rules/deduplication.js';
import { type Inference, wireNames } from '../rules/inference.js';
import { BatchImporter } from './import-batch.js';
import { checkWithin, countOutcomes, foldAlertTally, type OutcomeCounts } from './import-inferences.js';
import { type Line, readLines } from './line-reader.js';

/** A rejected line. Lines are numbered from 1. */
interface RejectedLine {
  line: number;
  reason: string;
}

/** The final result of a line: the rejection, or the outcome of its inference in a committed batch. */
export interface LineResult {
  line: number;
  /** Id of the inference; undefined for a rejected line. */
  inferenceId: string | undefined;
  outcome: InferenceOutcome;
  /** Id of the alert that the inference belongs to; null for an ignored inference or a rejected line. */
  alertId: string | null;
  /** Reasons why the line was rejected; empty if it was imported. */
  errors: readonly string[];
}

/** Counts of an import, so far or in total. */
export interface ImportCounts extends OutcomeCounts {
  /** Number of lines read, excluding blank lines. */
  lines: number;
  bytes: number;
}

export interface ImportLinesInput {
  /** Newline-delimited JSON in UTF-8, of any length. */
  input: Readable;
  onRejected?: (rejected: RejectedLine) => void;
  /**
   * Called with the results of each committed batch, and with the rejected lines of each block of input. Results are in
   * line order only within a tenant. The import waits for the returned promise.
   */
  onResults?: (results: readonly LineResult[]) => Promise<void>;
  /** Called with the counts so far after each committed batch, and with the total counts at the end. */
  onProgress?: (totals: Readonly<ImportCounts>) => void;
}

/** Number of inferences at which a batch is written without waiting for {@link maxWaitMs}. */
const batchSize = 5000;
/**
 * Number of characters of all waiting lines at which all batches are written, after the batches in progress. It limits
 * the memory that long lines take: a line can have 10,000 characters of explanation and 100 techniques.
 */
const maxWaitingCharacters = 8 * 1024 * 1024;
/** Maximum number of batches that are written at the same time. */
const laneCount = 4;
/** Number of batches after which recorded changes of the tallies are replaced with their sums. */
const batchesBetweenFolds = 20;
/**
 * Milliseconds after which a batch that is not full is written, because the input may remain open. This is also the
 * interval at which batches are checked.
 */
const maxWaitMs = 1000;

/**
 * Imports a stream of inferences in batches, with one transaction per batch. A line waits at most about two seconds for
 * its batch to fill. The next lines are parsed while PostgreSQL writes batches; memory is bounded. Invalid lines are
 * reported and skipped. Imports are idempotent, so a stream can be imported again after a failure. When the signal of
 * the request is aborted, no further batch is started.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 * @throws {Error} the error of the input or the abort reason, after the batches in progress have ended
 */
export async function importLines(
  request: AlertRequest,
  { input, onRejected, onResults, onProgress }: ImportLinesInput,
): Promise<ImportCounts> {
  const scope = scopeOf(request, 'alerts.import');
  const totals: ImportCounts = { ...countOutcomes([]), lines: 0, bytes: 0 };
  const lanes = new ImportLanes({ request, totals, onProgress, onResults });
  const timer = setInterval(() => {
    lanes.writeWaiting().catch((error: Error) => input.destroy(error));
  }, maxWaitMs);
  try {
    for await (const block of readLines(input)) {
      request.signal.throwIfAborted();
      totals.bytes = block.bytes;
      const rejected: LineResult[] = [];
      for (const line of block.lines) {
        totals.lines++;
        const check = checkLine(line, scope);
        if ('inference' in check) {
          lanes.add(check.inference, line);
          continue;
        }
        totals.rejected++;
        onRejected?.({ line: line.number, reason: check.errors.join('; ') });
        rejected.push(rejectedLine(line.number, check.errors));
      }
      if (rejected.length > 0) await onResults?.(rejected);
      await lanes.writeFull();
    }
    await lanes.end();
  } catch (error) {
    await lanes.settle();
    throw error;
  } finally {
    clearInterval(timer);
  }
  onProgress?.(totals);
  return totals;
}

function rejectedLine(line: number, errors: readonly string[]): LineResult {
  return { line, inferenceId: undefined, outcome: InferenceOutcome.REJECTED, alertId: null, errors };
}

type LineCheck = { inference: Inference } | { errors: string[] };

function checkLine(line: Line, scope: Scope): LineCheck {
  if (line.text === undefined) return { errors: [line.problem] };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return { errors: [`is not JSON: ${messageOf(error)}`] };
  }
  return checkWithin(scope, value, wireNames);
}

/**
 * Distributes batches over lanes. Each tenant is assigned to one lane, and the batches of a lane are written one after
 * another. Lanes are written concurrently, because batches of different tenants are independent.
 */
class ImportLanes {
  readonly #request: AlertRequest;
  readonly #totals: ImportCounts;
  readonly #onProgress: ImportLinesInput['onProgress'];
  readonly #onResults: ImportLinesInput['onResults'];
  readonly #lanes: Lane[];
  readonly #laneOfTenant = new Map<string, Lane>();
  #written = 0;
  /** Number of characters of the lines of the batches that are not being written. */
  #waitingCharacters = 0;

  constructor(
    options: { request: AlertRequest; totals: ImportCounts } & Pick<ImportLinesInput, 'onProgress' | 'onResults'>,
  ) {
    const { request, totals, onProgress, onResults } = options;
    this.#request = request;
    this.#lanes = Array.from({ length: laneCount }, () => ({
      batch: [],
      lines: [],
      characters: 0,
      openedAtMs: 0,
      importer: new BatchImporter(request),
      writing: Promise.resolve(),
    }));
    this.#totals = totals;
    this.#onProgress = onProgress;
    this.#onResults = onResults;
  }

  add(inference: Inference, { number, text = '' }: Line): void {
    const lane = this.#laneOf(inference.tenantId);
    if (lane.batch.length === 0) lane.openedAtMs = performance.now();
    lane.batch.push(inference);
    lane.lines.push(number);
    lane.characters += text.length;
    this.#waitingCharacters += text.length;
  }

  /**
   * Starts to write the full batches. A lane writes a batch after its previous batch is committed. If the lines of all
   * lanes together are long, all batches are written, after all previous ones are committed.
   */
  async writeFull(): Promise<void> {
    if (this.#waitingCharacters >= maxWaitingCharacters) {
      await Promise.all(this.#lanes.map(({ writing }) => writing));
      await Promise.all(this.#lanes.map((lane) => this.#write(lane)));
    }
    for (const lane of this.#lanes) if (lane.batch.length >= batchSize) await this.#write(lane);
  }

  /** Writes the batches whose first line has waited at least {@link maxWaitMs}, and waits until they are committed. */
  async writeWaiting(): Promise<void> {
    const dueTimeMs = performance.now() - maxWaitMs;
    const waitingLanes = this.#lanes.filter(({ batch, openedAtMs }) => batch.length > 0 && openedAtMs <= dueTimeMs);
    await Promise.all(waitingLanes.map((lane) => this.#write(lane)));
    await Promise.all(waitingLanes.map(({ writing }) => writing));
  }

  /** Writes the remaining inferences and waits for all lanes. */
  async end(): Promise<void> {
    for (const lane of this.#lanes) await this.#write(lane);
    await Promise.all(this.#lanes.map((lane) => lane.writing));
    await foldAlertTally(this.#request);
  }

  /** Waits until no batch is in progress, and ignores errors of batches. Call it after a failure. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#lanes.map((lane) => lane.writing));
  }

  /**
   * Returns the lane of a tenant. New tenants are assigned to the lanes round-robin. The map of tenants is small
   * compared to the batches.
   */
  #laneOf(tenantId: string): Lane {
    const existing = this.#laneOfTenant.get(tenantId);
    if (existing !== undefined) return existing;
    const next = this.#lanes[this.#laneOfTenant.size % laneCount] as Lane; // The index is within the array.
    this.#laneOfTenant.set(tenantId, next);
    return next;
  }

  async #write(lane: Lane): Promise<void> {
    await lane.writing;
    const { importer, batch, lines } = lane;
    // Another call may have written the batch in the meantime.
    if (batch.length === 0) return;
    lane.batch = [];
    lane.lines = [];
    this.#waitingCharacters -= lane.characters;
    lane.characters = 0;
    lane.writing = this.#writeNow({ importer, batch, lines });
    // The next await rethrows the failure; until then, it must not be reported as unhandled.
    lane.writing.catch(() => {});
  }

  async #writeNow({ importer, batch, lines }: Pick<Lane, 'importer' | 'batch' | 'lines'>): Promise<void> {
    this.#request.signal.throwIfAborted();
    const deduplicated = await importer.import(batch);
    const counts = countOutcomes(deduplicated);
    for (const outcome of ['opened', 'joined', 'ignored', 'repeated'] as const) {
      this.#totals[outcome] += counts[outcome];
    }
    this.#written++;
    if (this.#written % batchesBetweenFolds === 0) await foldAlertTally(this.#request);
    this.#onProgress?.(this.#totals);
    if (this.#onResults === undefined) return;
    await this.#onResults(
      deduplicated.map(({ outcome, alertId }, position) => ({
        line: lines[position] ?? 0,
        inferenceId: batch[position]?.inferenceId,
        outcome,
        alertId,
        errors: [],
      })),
    );
  }
}

interface Lane {
  batch: Inference[];
  /** The line number of each inference of the batch. */
  lines: number[];
  /** Number of characters of the lines of the batch. */
  characters: number;
  /** Time at which the first line was added to the batch, in milliseconds, as returned by `performance.now()`. */
  openedAtMs: number;
  readonly importer: BatchImporter;
  writing: Promise<void>;
}
