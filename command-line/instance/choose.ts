import { embeddedDatabase, type NamedDatabase } from './database-name.js';
import type { RunningInstance } from './running-instances.js';

/** The instance in the settings. */
export interface ConfiguredInstance {
  readonly database: NamedDatabase;
  /** Source of the setting that selects the instance; `default` if there is no such setting. */
  readonly origin: 'default' | 'file' | 'environment';
  /** Name of the setting that selects the instance, for messages. */
  readonly location: string;
  /** Whether the instance exists; false for an embedded database that was never created. */
  readonly exists: boolean;
}

export interface ChoiceInput {
  readonly configured: ConfiguredInstance;
  /** Running instances that were started in the working directory. */
  readonly running: readonly RunningInstance[];
  /**
   * Whether the command writes. If the instance is ambiguous, commands that only read use one of them; commands that
   * write fail.
   */
  readonly access: 'read' | 'write';
}

/**
 * The selected instance; undefined for the configured one. If the selection is not obvious, `note` names the instance
 * and the reason.
 */
export type Choice =
  | { readonly instance: RunningInstance | undefined; readonly note: string | undefined }
  | { readonly rejection: string };

/**
 * Selects the instance of a command without instance options (docs/decisions/0033). An instance in environment
 * variables takes precedence; if a different one is running in the working directory, a note names the selected one.
 * Otherwise, the instance that runs in the working directory is used. If the settings file names a different instance
 * that exists, commands that read use the configured one, and commands that write fail.
 */
export function chooseInstance({ configured, running, access }: ChoiceInput): Choice {
  const { database, origin, location, exists } = configured;
  const isConfigured = (instance: RunningInstance): boolean => instance.database.identity === database.identity;
  const others = uniqueInstances(running.filter((instance) => !isConfigured(instance)));
  const [other] = others;
  if (other === undefined) return { instance: undefined, note: undefined };
  if (origin === 'environment') {
    return { instance: undefined, note: `using ${database.name} (${location}), not ${describeInstance(other)}` };
  }
  const isAmbiguous = running.some(isConfigured) || (origin === 'file' && exists);
  if (isAmbiguous && access === 'write') {
    const candidates = [
      `${database.name} (${running.some(isConfigured) ? 'running' : location})`,
      ...others.map(describeInstance),
    ];
    return { rejection: `more than one instance belongs to this directory: ${candidates.join('; ')}. ${choiceHint}` };
  }
  if (isAmbiguous)
    return { instance: undefined, note: `using ${database.name}, not ${describeInstance(other)}. ${choiceHint}` };
  if (others.length > 1) {
    return {
      rejection: `more than one instance runs in this directory: ${others.map(describeInstance).join('; ')}. ${choiceHint}`,
    };
  }
  const notUsed = exists ? `, not ${database.name}, which is not running. ${choiceHint}` : '';
  return { instance: other, note: `using ${describeInstance(other)}${notUsed}` };
}

const choiceHint = 'Choose one with --data-dir DIR or --url URL';

/** Describes an instance and the options that select it. */
export function describeInstance({ kind, pid, dataDirectory, database }: RunningInstance): string {
  const address =
    database.identity === embeddedDatabase(dataDirectory).identity ? `--data-dir ${dataDirectory}` : database.name;
  return `the running ${kind} (process ${pid}, ${address})`;
}

/** Removes duplicates: several processes on one database are one instance. */
function uniqueInstances(instances: readonly RunningInstance[]): RunningInstance[] {
  return [...new Map(instances.map((instance) => [instance.database.identity, instance])).values()];
}
