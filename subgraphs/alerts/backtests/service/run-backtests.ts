import type { TransactionSql } from 'postgres';
import { epochSeconds } from '../../../../platform/clock.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { daySeconds } from '../../../../platform/durations.js';
import { inOneSlot, type JobDefinition } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { AlertDependencies } from '../../dependencies.js';
import { type DeduplicationKey, deduplicationKey } from '../../rules.js';
import { Suppressor } from '../../suppressions/index.js';
import { BacktestState, backtestsJobName } from '../../vocabulary.js';
import {
  type BacktestRow,
  endBacktest,
  selectBacktest,
  selectRunningBacktests,
  updateProgress,
} from '../repository.js';
import { countLogged, readLogged, tryLockBacktest } from '../repository-log.js';
import { type BacktestResult, insertResult } from '../repository-results.js';
import { BacktestOutcome } from '../rules/outcome.js';
import { KeyReplay, type ReplayedInference } from '../rules/replay.js';
import type { BacktestSuppression } from './backtests.js';

/** Number of inferences after which the progress is stored and a cancellation is detected. */
const inferencesPerUpdate = 50_000;

type Runner = Pick<AlertDependencies, 'store' | 'clock' | 'settings'>;

/** The job that runs started backtests. It runs each minute, and restarts backtests whose process ended early. */
export function backtestJobs(dependencies: AlertDependencies): JobDefinition[] {
  return [
    { name: backtestsJobName, cron: '* * * * *', run: inOneSlot((signal) => runBacktests(dependencies, signal)) },
  ];
}

/** Runs all started backtests, oldest first, except those that another process is running. */
export async function runBacktests(runner: Runner, signal?: AbortSignal): Promise<void> {
  for (const { id } of await runner.store.run((sql) => selectRunningBacktests(sql))) {
    if (signal?.aborted) return;
    await runBacktest(runner, id, { ...(signal && { signal }) });
  }
}

interface RunOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of inferences read so far (`processed`) and in total (`inferences`). */
  onProgress?(progress: { processed: number; inferences: number }): void;
}

/**
 * Runs one backtest in one snapshot of the database. The result and the end of the backtest are committed together: if
 * the process is killed, the backtest remains running, and is later restarted from the beginning.
 */
export async function runBacktest(runner: Runner, id: string, options: RunOptions = {}): Promise<void> {
  try {
    await runner.store.dedicatedSnapshot(async (sql) => {
      const row = (await tryLockBacktest(sql, id)) ? await selectBacktest(sql, { id }) : undefined;
      if (row?.state !== BacktestState.RUNNING) return;
      const result = await new Run({ runner, row, options }).compute(sql);
      if (result !== undefined) await complete(runner, id, result);
    });
  } catch (error) {
    if (options.signal?.aborted || (error instanceof DomainError && error.code === 'STORE_UNAVAILABLE')) throw error;
    const message = messageOf(error);
    const end = {
      id,
      state: BacktestState.FAILED,
      finishedAt: epochSeconds(runner.clock),
      error: message.slice(0, 1000),
    };
    await runner.store.run((sql) => endBacktest(sql, end));
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Stores the result unless the backtest was cancelled in the meantime. */
async function complete({ store, clock }: Runner, id: string, result: BacktestResult): Promise<void> {
  await store.transaction(async (sql) => {
    const end = { id, state: BacktestState.DONE, finishedAt: epochSeconds(clock), error: null };
    if (await endBacktest(sql, end)) await insertResult(sql, id, result);
  });
}

class Run {
  readonly #runner: Runner;
  readonly #row: BacktestRow;
  readonly #options: RunOptions;
  readonly #outcome = new BacktestOutcome();
  readonly #suppressor: Suppressor;
  #key: { readonly name: string; readonly fields: DeduplicationKey; readonly replay: KeyReplay } | undefined;

  constructor(parameters: { runner: Runner; row: BacktestRow; options: RunOptions }) {
    this.#runner = parameters.runner;
    this.#row = parameters.row;
    this.#options = parameters.options;
    // The shape that `startBacktest` stores.
    this.#suppressor = new Suppressor((parameters.row.suppressions ?? []) as readonly BacktestSuppression[]);
  }

  /**
   * Replays the inferences of the backtest.
   * @returns the result; undefined if the backtest was cancelled or this process is stopping
   * @throws {DomainError} BAD_USER_INPUT for more inferences than `[alerts] backtest_max_inferences`
   */
  async compute(sql: TransactionSql): Promise<BacktestResult | undefined> {
    const { days, createdAtEpoch, tenants, modelName: model } = this.#row;
    const query = { since: createdAtEpoch - days * daySeconds, tenants, model };
    const { inferences, alerts } = await countLogged(sql, query);
    const { backtestMaxInferences } = this.#runner.settings;
    if (inferences > backtestMaxInferences) {
      const message = `${inferences} inferences were imported in the evaluated days, more than the maximum of ${backtestMaxInferences} ([alerts] backtest_max_inferences): choose fewer days, one tenant or one model`;
      throw new DomainError('BAD_USER_INPUT', message);
    }
    let processed = 0;
    let reported = 0;
    if (!(await this.#report(processed, inferences))) return undefined;
    for await (const rows of readLogged(sql, query)) {
      for (const row of rows) this.#add(row);
      processed += rows.length;
      if (processed - reported < inferencesPerUpdate) continue;
      reported = processed;
      if (!(await this.#report(processed, inferences))) return undefined;
    }
    this.#endKey();
    const { totals, groups, samples } = this.#outcome;
    const leftOut = { leftOut: inferences - processed, leftOutAlerts: alerts - totals.currentAlerts };
    return { inferences, ...leftOut, totals, groups, samples };
  }

  #add(inference: ReplayedInference): void {
    const name = deduplicationKey(inference);
    if (this.#key?.name !== name) {
      this.#endKey();
      this.#key = { name, fields: inference, replay: new KeyReplay(this.#row, this.#suppressor) };
    }
    this.#key.replay.add(inference);
  }

  #endKey(): void {
    if (this.#key !== undefined) this.#outcome.add(this.#key.fields, this.#key.replay.end());
    this.#key = undefined;
  }

  /**
   * Stores the progress.
   * @returns false if the backtest was cancelled or this process is stopping
   */
  async #report(processed: number, inferences: number): Promise<boolean> {
    this.#options.onProgress?.({ processed, inferences });
    if (this.#options.signal?.aborted) return false;
    const { id } = this.#row;
    return await this.#runner.store.run((sql) => updateProgress(sql, { id, inferences, processed }));
  }
}
