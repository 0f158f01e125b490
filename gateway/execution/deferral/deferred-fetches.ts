import type { GraphQLError } from 'graphql';
import { toGraphQLError } from '../errors.js';
import type { ExecutePlan } from '../plan/plan.js';
import type { PlanRun } from '../plan/run.js';

/** A fetch that runs after the initial result of an operation with `@defer`. */
export interface DeferredStep {
  readonly execute: ExecutePlan;
  /** Steps that must end before this one starts, because it needs their results. */
  readonly needs: readonly DeferredStep[];
}

interface StartedStep {
  readonly errors: GraphQLError[];
  readonly ended: Promise<void>;
  hasEnded: boolean;
}

/**
 * Runs the deferred fetches of one operation. Each runs once, when it is needed and the fetches that it depends on have
 * ended.
 */
export class DeferredFetches {
  readonly #run: PlanRun;
  readonly #started = new Map<DeferredStep, StartedStep>();

  constructor(run: PlanRun) {
    this.#run = run;
  }

  start(steps: readonly DeferredStep[]): void {
    for (const step of steps) this.#start(step);
  }

  haveEnded(steps: readonly DeferredStep[]): boolean {
    return steps.every((step) => this.#started.get(step)?.hasEnded);
  }

  /**
   * Resolves to true when all steps of at least one list have ended, and to false if the operation's signal aborts
   * first.
   */
  async waitForAny(lists: readonly (readonly DeferredStep[])[]): Promise<boolean> {
    const { signal } = this.#run.context;
    if (signal.aborted) return false;
    if (lists.some((steps) => this.haveEnded(steps))) return true;
    const settlement = new AbortController();
    const aborted = new Promise<false>((resolve) => {
      signal.addEventListener('abort', () => resolve(false), { signal: settlement.signal });
    });
    const ended = lists.map(async (steps) => {
      await this.waitForAll(steps);
      return true;
    });
    return await Promise.race([aborted, ...ended]).finally(() => settlement.abort());
  }

  /** Resolves when all steps have ended. */
  async waitForAll(steps: readonly DeferredStep[]): Promise<void> {
    await Promise.all(steps.map((step) => this.#started.get(step)?.ended));
  }

  /** Removes and returns the errors of a step that has ended; empty on later calls. */
  takeErrors(step: DeferredStep): readonly GraphQLError[] {
    return this.#started.get(step)?.errors.splice(0) ?? [];
  }

  #start(step: DeferredStep): StartedStep {
    const running = this.#started.get(step);
    if (running !== undefined) return running;
    const errors: GraphQLError[] = [];
    const needed = step.needs.map((other) => this.#start(other).ended);
    const startedStep: StartedStep = {
      errors,
      hasEnded: false,
      ended: Promise.all(needed)
        .then(() => step.execute({ ...this.#run, errors }))
        .catch((error: unknown) => void errors.push(toGraphQLError(error)))
        .finally(() => {
          startedStep.hasEnded = true;
        }),
    };
    this.#started.set(step, startedStep);
    return startedStep;
  }
}
