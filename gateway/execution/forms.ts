import { LRUCache } from 'lru-cache';
import { RequestErrors } from './errors.js';
import { isLabelActive } from './planning/overrides.js';
import type { OverrideConditions } from './planning/query-plans.js';

/**
 * Maximum number of cached forms of an operation, least recently used first out. A form is the code for one combination
 * of its `@skip` and `@include` variables, compiled on first use.
 */
export const maxForms = 16;

/** Labels of progressive overrides. */
export interface Overrides {
  readonly labels: readonly string[];
  readonly active: ReadonlySet<string>;
  readonly random: () => number;
}

/**
 * A form when it is ready, or the reason why there is none. Failures are cached too, because planning again would take
 * as long.
 */
export type FormOutcome<Form> = Promise<
  | { readonly form: Form; readonly rejection?: undefined }
  | { readonly form?: undefined; readonly rejection: RequestErrors }
>;

export interface FormsOptions<Form> {
  /** Variables in conditions. */
  readonly conditions: readonly string[];
  readonly overrides: Overrides;
  /** Throws, or rejects with, {@link RequestErrors}. */
  create(variables: Readonly<Record<string, unknown>>, holding: OverrideConditions): Form | Promise<Form>;
}

/** The forms of one operation. */
export class Forms<Form> {
  readonly #options: FormsOptions<Form>;
  readonly #forms = new LRUCache<string, FormOutcome<Form>>({ max: maxForms });

  constructor(options: FormsOptions<Form>) {
    this.#options = options;
  }

  /** The form for the conditions and the overrides that hold for a request; planned on first use. */
  get(variables: Readonly<Record<string, unknown>>): FormOutcome<Form> {
    const { conditions, overrides } = this.#options;
    const share = overrides.labels.length === 0 ? 0 : overrides.random();
    const holding = overrides.labels.map(
      (label) => [label, isLabelActive(label, { share, active: overrides.active })] as const,
    );
    const marks = [
      ...conditions.map((name) => keyPartOf(variables[name])),
      ...holding.map(([, holds]) => keyPartOf(holds)),
    ];
    const key = marks.join('');
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const outcome = this.#create(variables, holding);
    this.#forms.set(key, outcome);
    return outcome;
  }

  async #create(
    variables: Readonly<Record<string, unknown>>,
    holding: OverrideConditions,
  ): Promise<Awaited<FormOutcome<Form>>> {
    try {
      return { form: await this.#options.create(variables, holding) };
    } catch (error) {
      if (error instanceof RequestErrors) return { rejection: error };
      throw error;
    }
  }
}

/**
 * Part of a key for the value of a condition. An absent value differs from `false`, because `@defer(if:)` has a
 * default.
 */
function keyPartOf(value: unknown): string {
  if (value === undefined) return '?';
  return value === true ? '+' : '-';
}
