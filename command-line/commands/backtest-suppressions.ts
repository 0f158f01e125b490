import { type Command, InvalidArgumentError } from 'commander';
import { isObject } from '../../platform/is-object.js';
import { parseJson } from '../../platform/parse-json.js';
import {
  type AlertFilter,
  type AlertRequest,
  listSuppressions,
  Platform,
  readSuppression,
  Severity,
  type SuppressionRow,
  stateOf,
} from '../../subgraphs/alerts/service.js';
import { CommandFailure } from '../failure.js';

export interface BacktestSuppressionOptions {
  /** Ids of suppression rules; `active` means all active rules. */
  readonly suppress?: readonly string[];
  readonly suppressFilter?: readonly AlertFilter[];
}

const activeKeyword = 'active';

/** Adds the options that select the suppressions of a backtest. */
export function addBacktestSuppressionOptions(command: Command): Command {
  return command
    .option(
      '--suppress <rule...>',
      `suppress the alerts that match these rules: ids from "alerts suppressions list", or "${activeKeyword}" for all active rules (with --tenant: all that apply to the tenant)`,
    )
    .option(
      '--suppress-filter <json...>',
      'suppress the alerts that match these filters, such as \'{"modelName":["gat-2"],"severity":["low"]}\'',
      readFilter,
    );
}

/**
 * Returns the filters of the selected suppression rules, followed by the filters of `--suppress-filter`. `active` does
 * not select the rules of tenants other than `tenant`, if there is one.
 * @throws {CommandFailure} if a selected rule does not exist
 */
export async function suppressionsOf(
  request: AlertRequest,
  { suppress = [], suppressFilter = [], tenant }: BacktestSuppressionOptions & { readonly tenant?: string },
): Promise<AlertFilter[]> {
  const found = new Map<string, AlertFilter>();
  for (const name of suppress) {
    for (const { id, filter } of await findRules(request, { name, tenant })) found.set(id, filter);
  }
  return [...found.values(), ...suppressFilter];
}

async function findRules(
  request: AlertRequest,
  { name, tenant }: { readonly name: string; readonly tenant: string | undefined },
): Promise<SuppressionRow[]> {
  if (name === activeKeyword) {
    const rules = await listSuppressions(request, { isEnded: false, first: 1000 });
    return rules.filter(
      (rule) =>
        stateOf(rule, Date.now() / 1000) === 'active' &&
        (tenant === undefined || rule.tenantId === null || rule.tenantId === tenant),
    );
  }
  const rule = await readSuppression(request, name);
  if (rule !== null) return [rule];
  throw new CommandFailure(`there is no suppression rule ${name}: see "rampart alerts suppressions list"`);
}

interface FieldValidator {
  /** The expected value, for error messages. */
  readonly expected: string;
  isValid(value: unknown): boolean;
}

const isString = (value: unknown) => typeof value === 'string';
const isListOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isItem);
const aString: FieldValidator = { expected: 'a string', isValid: isString };
const aNumber: FieldValidator = { expected: 'a number', isValid: (value) => typeof value === 'number' };
const aListOfStrings: FieldValidator = { expected: 'a list of strings', isValid: isListOf(isString) };
const aListOf = (values: object): FieldValidator => ({
  expected: `a list of values from ${Object.values(values).join(', ')}`,
  isValid: isListOf((value) => Object.values(values).includes(value)),
});

/** Validators of the values of a filter, by field; the service validates which fields a rule can have. */
const fieldValidators: Readonly<Record<string, FieldValidator>> = {
  ...{ tenantId: aString, endpointId: aString, severity: aListOf(Severity), platform: aListOf(Platform) },
  ...{ technique: aListOfStrings, attack: aListOfStrings, modelName: aListOfStrings },
  ...{ minAttackProb: aNumber, maxAttackProb: aNumber },
};

function readFilter(text: string, previous: readonly AlertFilter[] = []): AlertFilter[] {
  const filter = parseObject(text);
  for (const [name, value] of Object.entries(filter)) {
    const validator = Object.hasOwn(fieldValidators, name) ? fieldValidators[name] : undefined;
    if (validator === undefined)
      throw new InvalidArgumentError(`Unknown field ${name}: use ${Object.keys(fieldValidators).join(', ')}.`);
    if (!validator.isValid(value)) {
      const found = JSON.stringify(value).slice(0, 100);
      throw new InvalidArgumentError(`Invalid value of ${name}: ${found}. It must be ${validator.expected}.`);
    }
  }
  return [...previous, filter];
}

function parseObject(text: string): object {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new InvalidArgumentError('It must be a JSON object, such as {"modelName":["gat-2"]}.');
}
