import { Gauge, type Metric } from 'prom-client';

/** Maximum time to wait for the database; less than the time in which a worker must report its metrics. */
const maxWaitMs = 3000;

interface SharedGauge<State> {
  readonly name: string;
  readonly help: string;
  /**
   * The value of the gauge; for a gauge with a label, the name of the label, and one value for each value of the label.
   */
  readonly value: ((state: State) => number) | LabeledValues<State>;
}

type LabeledValues<State> = readonly [label: string, values: (state: State) => Iterable<readonly [string, number]>];

/**
 * Gauges whose values are read from the database once per metrics response. Every process reports the same values.
 * While the database is unavailable, which other metrics report, or does not respond in time, they have no values.
 */
export function sharedGauges<State>(read: () => Promise<State>, gauges: readonly SharedGauge<State>[]): Metric[] {
  let reading: Promise<State | undefined> | undefined;

  async function readOnce(): Promise<State | undefined> {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timeout = setTimeout(() => resolve(undefined), maxWaitMs);
    return await Promise.race([reading, promise]).finally(() => clearTimeout(timeout));
  }
  return gauges.map(({ name, help, value }) => {
    const [label, values] = typeof value === 'function' ? [] : value;
    return new Gauge({
      ...{ name, help, aggregator: 'max', registers: [], labelNames: label === undefined ? [] : [label] },
      async collect() {
        const state = await readOnce();
        this.reset();
        if (typeof value === 'function') {
          // NaN would become null in the message of a worker to its supervisor, and then 0.
          if (state === undefined) this.remove();
          else this.set(value(state));
        } else if (state !== undefined && label !== undefined && values !== undefined)
          for (const [key, number] of values(state)) this.set({ [label]: key }, number);
      },
    });
  });
}

/** The number of items in each state of `states`; an empty list if there are no items. */
export function countsByState(
  items: readonly { readonly state: string }[],
  states: readonly string[],
): readonly (readonly [string, number])[] {
  if (items.length === 0) return [];
  return states.map((state) => [state, items.filter((item) => item.state === state).length]);
}
