import { LRUCache } from 'lru-cache';
import { RequestErrors } from './errors.js';
import { isLabelActive } from './planning/overrides.js';
import type { OverrideConditions } from './planning/query-plans.js';

/**
 * Maximum number of cached variants of an operation; the least recently used variant is evicted. A variant is an
 * operation compiled for one combination of the variables in conditions and the override labels.
 */
export const maxVariants = 16;

/** Labels of progressive overrides (`@override(label:)`), and which of them are active. */
export interface Overrides {
  readonly labels: readonly string[];
  readonly active: ReadonlySet<string>;
  readonly random: () => number;
}

/**
 * A compiled variant of an operation, or the errors that prevent planning of the operation. Errors that are not
 * temporary are cached too, because planning again would take as long.
 */
export type VariantOutcome<Variant> = Promise<
  | { readonly variant: Variant; readonly rejection?: undefined }
  | { readonly variant?: undefined; readonly rejection: RequestErrors }
>;

export interface VariantsOptions<Variant> {
  /** Names of the variables in conditions of the operation. */
  readonly conditions: readonly string[];
  readonly overrides: Overrides;
  /** Plans and compiles a variant. Throws, or rejects with, {@link RequestErrors}. */
  create(
    variables: Readonly<Record<string, unknown>>,
    overrideConditions: OverrideConditions,
  ): Variant | Promise<Variant>;
}

/** The compiled variants of one operation, one for each combination of conditions and override labels. */
export class OperationVariants<Variant> {
  readonly #options: VariantsOptions<Variant>;
  readonly #variants = new LRUCache<string, VariantOutcome<Variant>>({ max: maxVariants });

  constructor(options: VariantsOptions<Variant>) {
    this.#options = options;
  }

  /**
   * The variant for the condition variables of a request, and for the override labels that are active for it; compiled
   * on first use.
   */
  get(variables: Readonly<Record<string, unknown>>): VariantOutcome<Variant> {
    const { conditions, overrides } = this.#options;
    const share = overrides.labels.length === 0 ? 0 : overrides.random();
    const overrideConditions = overrides.labels.map(
      (label) => [label, isLabelActive(label, { share, active: overrides.active })] as const,
    );
    const marks = [
      ...conditions.map((name) => keyPartOf(variables[name])),
      ...overrideConditions.map(([, holds]) => keyPartOf(holds)),
    ];
    return this.#at(marks.join(''), variables, overrideConditions);
  }

  /** Keys of the variants that were planned, most recently used first. */
  async planned(): Promise<string[]> {
    const outcomes = [...this.#variants.entries()].map(async ([key, outcome]) => ({ key, ...(await outcome) }));
    return (await Promise.all(outcomes)).flatMap(({ key, rejection }) => (rejection === undefined ? [key] : []));
  }

  /** Plans the variant with this key before it is requested. The key is of the same operation in another graph. */
  async plan(key: string): Promise<void> {
    const { conditions, overrides } = this.#options;
    const { labels } = overrides;
    const variables = Object.fromEntries(
      conditions.flatMap((name, index) => (key[index] === '?' ? [] : [[name, key[index] === '+']])),
    );
    const overrideConditions = labels.map((label, index) => [label, key[conditions.length + index] === '+'] as const);
    // The other graph may have other labels.
    const hasAllLabels = key.length === conditions.length + labels.length;
    await (hasAllLabels ? this.#at(key, variables, overrideConditions) : this.get(variables));
  }

  #at(
    key: string,
    variables: Readonly<Record<string, unknown>>,
    overrideConditions: OverrideConditions,
  ): VariantOutcome<Variant> {
    const cached = this.#variants.get(key);
    if (cached !== undefined) return cached;
    const outcome = this.#create(variables, overrideConditions);
    this.#variants.set(key, outcome);
    outcome.then(
      ({ rejection }) => {
        if (rejection?.kind === 'overloaded') this.#variants.delete(key);
      },
      () => {},
    );
    return outcome;
  }

  async #create(
    variables: Readonly<Record<string, unknown>>,
    overrideConditions: OverrideConditions,
  ): Promise<Awaited<VariantOutcome<Variant>>> {
    try {
      return { variant: await this.#options.create(variables, overrideConditions) };
    } catch (error) {
      if (error instanceof RequestErrors) return { rejection: error };
      throw error;
    }
  }
}

/**
 * Part of a cache key for the value of a condition. An absent value differs from `false`, because the condition of
 * `@defer` has a default.
 */
function keyPartOf(value: unknown): string {
  if (value === undefined) return '?';
  return value === true ? '+' : '-';
}
