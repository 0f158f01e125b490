import { type Command, Option } from 'commander';
import { type AlertFilter, AlertStatus, Platform, Severity, SuppressedAlerts } from '../../subgraphs/alerts/service.js';
import { parseFraction } from '../number-options.js';
import { parseTime } from '../parse-time.js';

/** Command-line options that filter alerts. */
export interface AlertFilterOptions {
  readonly tenant?: string;
  readonly endpoint?: string;
  readonly severity?: Severity[];
  readonly status?: AlertStatus[];
  readonly platform?: Platform[];
  readonly technique?: string[];
  readonly attack?: string[];
  readonly model?: string[];
  readonly minAttackProb?: number;
  readonly maxAttackProb?: number;
  readonly seenAfter?: Date;
  readonly seenBefore?: Date;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly notes?: string;
  readonly text?: string;
  readonly assignee?: string[];
  readonly assigned?: boolean;
  readonly mentioned?: string[];
  readonly incident?: string[];
  readonly breachedBefore?: Date;
  readonly dueBefore?: Date;
  readonly dueAfter?: Date;
  readonly suppressed?: SuppressedAlerts;
}

export function addAlertFilterOptions(command: Command): Command {
  return addSuppressedAlertOptions(command)
    .addOption(choicesOption('--status <status...>', 'only these statuses', AlertStatus))
    .addOption(
      choicesOption('--suppressed <which>', 'whether to include suppressed alerts; default: exclude', SuppressedAlerts),
    )
    .option('--seen-after <time>', 'only alerts last seen at or after this time, ISO 8601', parseTime)
    .option('--seen-before <time>', 'only alerts first seen before this time, ISO 8601', parseTime)
    .option('--created-after <time>', 'only alerts opened at or after this time, ISO 8601', parseTime)
    .option('--created-before <time>', 'only alerts opened before this time, ISO 8601', parseTime)
    .option('--notes <text>', 'only alerts whose notes contain this text')
    .option(
      '--text <text>',
      'only alerts with all these words in the endpoint, tenant, model, explanation, notes or technique',
    )
    .option('--assignee <id...>', 'only alerts assigned to these people, by their GraphQL ids')
    .option('--assigned', 'only assigned alerts')
    .option('--no-assigned', 'only unassigned alerts')
    .option('--mentioned <id...>', 'only alerts with a comment that mentions these people, by their GraphQL ids')
    .option('--incident <id...>', 'only alerts of these incidents, by their GraphQL ids')
    .option(
      '--breached-before <time>',
      'only alerts with a target due before this time that was met late or is unmet, ISO 8601',
      parseTime,
    )
    .option('--due-before <time>', 'only alerts with an unmet target due before this time, ISO 8601', parseTime)
    .option('--due-after <time>', 'only alerts without an unmet target due before this time, ISO 8601', parseTime);
}

/** Adds the filter options that suppression rules support. */
export function addSuppressedAlertOptions(command: Command): Command {
  return command
    .option('--tenant <tenant>', 'only this tenant')
    .option('--endpoint <hostname>', 'only this endpoint')
    .addOption(choicesOption('--severity <severity...>', 'only these severities', Severity))
    .addOption(choicesOption('--platform <platform...>', 'only these operating systems', Platform))
    .option('--technique <technique...>', 'only alerts with these technique identifiers, such as T1059.001')
    .option(
      '--attack <id...>',
      'only alerts with these ATT&CK tactics or techniques, by identifier or part of the name, such as TA0002; a tactic includes its techniques, and a technique its sub-techniques',
    )
    .option('--model <model...>', 'only these models')
    .option('--min-attack-prob <number>', 'minimum attack probability, 0 to 1', parseFraction)
    .option('--max-attack-prob <number>', 'maximum attack probability, 0 to 1', parseFraction);
}

function choicesOption(flags: string, description: string, values: object): Option {
  return new Option(flags, description).choices(Object.values(values));
}

export function alertFilterOf(options: AlertFilterOptions): AlertFilter {
  const { severity, status, platform, technique, attack, minAttackProb, maxAttackProb, notes, text } = options;
  const { seenAfter, seenBefore, createdAfter, createdBefore, breachedBefore, dueBefore, dueAfter, suppressed } =
    options;
  return omitUndefined({
    ...{ tenantId: options.tenant, endpointId: options.endpoint, modelName: options.model },
    ...{ severity, status, platform, technique, attack },
    ...{ minAttackProb, maxAttackProb, seenAfter, seenBefore, createdAfter, createdBefore, notes, text },
    ...{ assigneeId: options.assignee, isAssigned: options.assigned, mentionedId: options.mentioned },
    ...{ incidentId: options.incident },
    ...{ breachedBefore, dueBefore, dueAfter, suppressed },
  });
}

/**
 * The fields of the filter for which there are options. All are required, because a command would ignore an omitted
 * field, and change too many alerts. Options select tenants, endpoints and models by their exact names only.
 */
type FilterFields = Required<Omit<AlertFilter, 'tenant' | 'endpoint' | 'model' | 'hasIncident'>>;

function omitUndefined(filter: { [Name in keyof FilterFields]: FilterFields[Name] | undefined }): AlertFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
