import { type Command, InvalidArgumentError } from 'commander';
import {
  type AlertFilterInput,
  type AlertRequest,
  listSuppressions,
  Platform,
  Severity,
  type SuppressionRow,
  stateOf,
} from '../../subgraphs/alerts/service.js';
import { CommandFailure } from '../failure.js';

export interface BacktestSuppressionOptions {
  /** Ids of rules, or `active`. */
  readonly suppress?: readonly string[];
  readonly suppressFilter?: readonly AlertFilterInput[];
}

const allActive = 'active';

/** The options that name the suppressions of a backtest. */
export function addBacktestSuppressionOptions(command: Command): Command {
  return command
    .option(
      '--suppress <rule...>',
      `suppress the alerts that match these rules of "alerts suppressions list", or "${allActive}" for all active rules`,
    )
    .option(
      '--suppress-filter <json...>',
      'suppress the alerts that match these filters, such as \'{"modelName":["gat-2"],"severity":["low"]}\'',
      readFilter,
    );
}

/**
 * The filters of the options, those of rules first.
 * @throws {CommandFailure} for a rule that does not exist
 */
export async function suppressionsOf(
  request: AlertRequest,
  { suppress = [], suppressFilter = [] }: BacktestSuppressionOptions,
): Promise<AlertFilterInput[]> {
  if (suppress.length === 0) return [...suppressFilter];
  const rules = await listSuppressions(request, { isEnded: null, first: 1000 });
  const named = suppress.flatMap((name) => rulesNamed(rules, name));
  return [...new Set(named)].map(({ filter }) => filter).concat(suppressFilter);
}

function rulesNamed(rules: readonly SuppressionRow[], name: string): SuppressionRow[] {
  const found = rules.filter((rule) =>
    name === allActive ? stateOf(rule, Date.now() / 1000) === 'active' : rule.id === name.toLowerCase(),
  );
  if (found.length > 0 || name === allActive) return found;
  throw new CommandFailure(`no rule ${name}: see "rampart alerts suppressions list"`);
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const listOf = (isItem: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(isItem);
const oneOf = (values: object) => listOf((value) => Object.values(values).includes(value));

/** Checks of the values of a filter, by field; the service checks which fields a rule can have. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ tenantId: isText, endpointId: isText, severity: oneOf(Severity), platform: oneOf(Platform) },
  ...{ technique: listOf(isText), attack: listOf(isText), modelName: listOf(isText) },
  ...{ minAttackProb: isNumber, maxAttackProb: isNumber },
};

function readFilter(text: string, previous: readonly AlertFilterInput[] = []): AlertFilterInput[] {
  const filter = parseObject(text);
  for (const [name, value] of Object.entries(filter)) {
    const isValid = fields[name];
    if (isValid === undefined) throw invalid(`Unknown field ${name}: use ${Object.keys(fields).join(', ')}.`);
    if (!isValid(value)) throw invalid(`Invalid value of ${name}: ${JSON.stringify(value)}.`);
  }
  return [...previous, filter];
}

function parseObject(text: string): object {
  const value = (() => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  })();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalid('It must be a JSON object, such as {"modelName":["gat-2"]}.');
}

function invalid(message: string): InvalidArgumentError {
  return new InvalidArgumentError(message);
}
