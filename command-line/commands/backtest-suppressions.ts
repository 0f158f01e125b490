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
  throw new CommandFailure(`no rule ${name}: see "rampart alerts suppressions list"`);
}

const isString = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isListOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isItem);
const isListOfEnumValues = (values: object) => isListOf((value) => Object.values(values).includes(value));

/** Validators of the values of a filter, by field; the service validates which fields a rule can have. */
const fieldValidators: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{
    tenantId: isString,
    endpointId: isString,
    severity: isListOfEnumValues(Severity),
    platform: isListOfEnumValues(Platform),
  },
  ...{ technique: isListOf(isString), attack: isListOf(isString), modelName: isListOf(isString) },
  ...{ minAttackProb: isNumber, maxAttackProb: isNumber },
};

function readFilter(text: string, previous: readonly AlertFilter[] = []): AlertFilter[] {
  const filter = parseObject(text);
  for (const [name, value] of Object.entries(filter)) {
    const isValid = Object.hasOwn(fieldValidators, name) ? fieldValidators[name] : undefined;
    if (isValid === undefined)
      throw new InvalidArgumentError(`Unknown field ${name}: use ${Object.keys(fieldValidators).join(', ')}.`);
    if (!isValid(value))
      throw new InvalidArgumentError(`Invalid value of ${name}: ${JSON.stringify(value).slice(0, 100)}.`);
  }
  return [...previous, filter];
}

function parseObject(text: string): object {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new InvalidArgumentError('It must be a JSON object, such as {"modelName":["gat-2"]}.');
}
