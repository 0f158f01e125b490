import type { Corpus } from './corpus.js';
import type { Coverage } from './coverage.js';
import { describeFailure, identityOf } from './findings.js';
import { mutate } from './mutate.js';
import type { Random } from './random.js';
import { reduce } from './reduce.js';
import type { OpenTarget, Target } from './target.js';

export interface FuzzerOptions {
  readonly target: Target;
  readonly open: OpenTarget;
  readonly coverage: Pick<Coverage, 'skip' | 'take' | 'isNew' | 'add'>;
  readonly corpus: Corpus;
  readonly random: Random;
  /** Called before each input runs, to identify an input that ends the process. */
  onInput(input: Buffer): void;
  onFailure(failure: { input: Buffer; report: string }): void;
}

/** Runs inputs, and keeps those that reach new code. */
export class Fuzzer {
  executions = 0;
  readonly #options: FuzzerOptions;
  readonly #reported = new Set<string>();

  constructor(options: FuzzerOptions) {
    this.#options = options;
  }

  /** Runs known inputs, committed ones first. Other inputs that reach nothing new are removed. */
  async load(committed: readonly Buffer[], saved: readonly Buffer[]): Promise<void> {
    const { corpus } = this.#options;
    this.#options.coverage.skip();
    for (const input of committed) {
      await this.#runForCoverage(input);
      corpus.add(input, { isCommitted: true });
    }
    for (const input of saved) {
      if ((await this.#runForCoverage(input)) && !corpus.isFull) corpus.add(input);
      else corpus.drop(input);
    }
    if (corpus.inputs.length === 0) corpus.add(Buffer.alloc(0), { isCommitted: true });
    await this.#checkUp();
  }

  /** Generates and runs a batch of inputs. */
  async step(): Promise<void> {
    const { target, coverage } = this.#options;
    const batch = Array.from({ length: target.batchSize }, () => this.#next());
    for (const input of batch) await this.#run(input);
    await nextTurn();
    await this.#checkUpSometimes();
    const ran = coverage.take();
    if (!coverage.isNew(ran)) return;
    if (batch.length === 1) {
      coverage.add(ran, { withCounts: target.isDeterministic });
      this.#keep(batch[0] as Buffer); // The batch has one input.
      return;
    }
    for (const input of batch) {
      if (await this.#runForCoverage(input)) this.#keep(await this.#reduceInput(input));
    }
    // Code that only the whole batch reaches would be searched for repeatedly.
    coverage.add(ran, { withCounts: false });
  }

  #keep(input: Buffer): void {
    const { corpus } = this.#options;
    if (!corpus.isFull) corpus.add(input);
  }

  #next(): Buffer {
    const { target, open, corpus, random } = this.#options;
    const { dictionary, maxBytes } = target;
    const pick = () => pickInput(corpus.inputs, random);
    const isGenerated = open.generate !== undefined && random.chance(0.5);
    const base = isGenerated ? (open.generate?.(random) ?? pick()) : pick();
    if (isGenerated && random.chance(0.5)) return base;
    return mutate(base, { random, dictionary, maxBytes, other: pick });
  }

  async #runForCoverage(input: Buffer): Promise<boolean> {
    const { coverage, target } = this.#options;
    coverage.skip();
    await this.#run(input);
    await nextTurn();
    return coverage.add(coverage.take(), { withCounts: target.isDeterministic }) > 0;
  }

  /** A shorter input that covers the same code. */
  async #reduceInput(input: Buffer): Promise<Buffer> {
    const { coverage } = this.#options;
    const coveredBy = async (candidate: Buffer): Promise<string> => {
      coverage.skip();
      await this.#failureOf(candidate);
      return JSON.stringify(coverage.take().map(({ url, functions }) => [url, functions.map(runRanges)]));
    };
    const coveredByInput = await coveredBy(input);
    return await reduce(input, {
      attempts: input.length > 24 ? 12 : 0,
      isStillGood: async (candidate) => (await coveredBy(candidate)) === coveredByInput,
    });
  }

  async #run(input: Buffer): Promise<void> {
    const { onInput } = this.#options;
    onInput(input);
    const report = await this.#failureOf(input);
    if (report !== undefined) await this.#report(input, report);
  }

  async #failureOf(input: Buffer): Promise<string | undefined> {
    const { open, target } = this.#options;
    this.executions++;
    try {
      await runWithTimeout(target.maxMs, () => open.run(input));
      return undefined;
    } catch (thrown) {
      return describeFailure(thrown);
    }
  }

  /** Reports the shortest input that fails in the same way. */
  async #report(input: Buffer, report: string): Promise<void> {
    const { onFailure, target } = this.#options;
    const identity = identityOf(report);
    const isKnown = this.#reported.has(identity);
    this.#reported.add(identity);
    const attempts = isKnown || /^Error: (slow|hang)/.test(report) ? 0 : target.isDeterministic ? 500 : 60;
    const reduceInput = await reduce(input, {
      attempts,
      isStillGood: async (candidate) => identityOf((await this.#failureOf(candidate)) ?? '') === identity,
    });
    onFailure({ input: reduceInput, report });
  }

  async #checkUpSometimes(): Promise<void> {
    if (this.executions % 100 < this.#options.target.batchSize) await this.#checkUp();
  }

  async #checkUp(): Promise<void> {
    const { open, onFailure } = this.#options;
    try {
      await open.checkUp?.();
    } catch (thrown) {
      onFailure({ input: Buffer.alloc(0), report: describeFailure(thrown) });
    }
  }
}

/** Waits for the next turn of the event loop, in which unhandled rejections are reported. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Prefers newer inputs, because they have been mutated less. */
function pickInput(inputs: readonly Buffer[], random: Random): Buffer {
  const index = random.chance(0.5)
    ? random.below(inputs.length)
    : inputs.length - 1 - random.below(Math.ceil(inputs.length / 8));
  return inputs[index] as Buffer; // The list is not empty.
}

function runRanges({ ranges }: { ranges: readonly { startOffset: number; count: number }[] }): unknown {
  return ranges.map(({ startOffset, count }) => [startOffset, Math.min(count, 2)]);
}

/**
 * Runs work with a time limit. A slow run is repeated once, because other load on the machine may have caused it.
 * @throws {Error} if it exceeds the limit twice, or never ends
 */
async function runWithTimeout(maxMs: number, work: () => void | Promise<void>): Promise<void> {
  const first = await measureDuration(maxMs, work);
  if (first <= maxMs) return;
  const secondDurationMs = await measureDuration(maxMs, work);
  if (secondDurationMs > maxMs) throw new Error(`slow: it takes longer than ${maxMs} ms, twice`);
}

async function measureDuration(maxMs: number, work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  const pending = work();
  if (pending !== undefined) await waitWithTimeout(pending, maxMs * 3);
  return performance.now() - start;
}

async function waitWithTimeout(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`hang: it does not end within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
