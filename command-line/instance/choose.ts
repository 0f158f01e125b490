import { embeddedDatabase, type NamedDatabase } from './database-name.js';
import type { RunningInstance } from './running-instances.js';

/** The instance that the settings name. */
export interface ConfiguredInstance {
  readonly database: NamedDatabase;
  /** What names it; `default` when no setting does. */
  readonly origin: 'default' | 'file' | 'environment';
  /** The setting that names it, for messages. */
  readonly place: string;
  /** False for an embedded database that was never created. */
  readonly exists: boolean;
}

export interface ChoiceInput {
  readonly configured: ConfiguredInstance;
  /** Those of the working directory. */
  readonly running: readonly RunningInstance[];
  /** A command that only reads may take one of two instances; one that writes may not guess. */
  readonly access: 'read' | 'write';
}

/** `instance` undefined: the configured one. `note`: which one was taken and why, where that is not obvious. */
export type Choice =
  | { readonly instance: RunningInstance | undefined; readonly note: string | undefined }
  | { readonly refusal: string };

/**
 * Which instance a command uses that names none: docs/decisions/0033.
 * What the environment names is used, and named where another one runs. Otherwise the instance that runs in the working directory is, unless the settings name
 * another one that exists; then a command that reads takes the configured one, and one that writes is refused.
 */
export function chooseInstance({ configured, running, access }: ChoiceInput): Choice {
  const { database, origin, place, exists } = configured;
  const isConfigured = (instance: RunningInstance): boolean => instance.database.identity === database.identity;
  const others = distinct(running.filter((instance) => !isConfigured(instance)));
  const [other] = others;
  if (other === undefined) return { instance: undefined, note: undefined };
  if (origin === 'environment') {
    return { instance: undefined, note: `using ${database.name} (${place}), not ${described(other)}` };
  }
  const isRival = running.some(isConfigured) || (origin === 'file' && exists);
  if (isRival && access === 'write') {
    const all = [`${database.name} (${running.some(isConfigured) ? 'running' : place})`, ...others.map(described)];
    return { refusal: `more than one instance belongs to this directory: ${all.join('; ')}. ${toChoose}` };
  }
  if (isRival) return { instance: undefined, note: `using ${database.name}, not ${described(other)}. ${toChoose}` };
  if (others.length > 1) {
    return {
      refusal: `more than one instance runs in this directory: ${others.map(described).join('; ')}. ${toChoose}`,
    };
  }
  const unused = exists ? `, not ${database.name}, which is not running. ${toChoose}` : '';
  return { instance: other, note: `using ${described(other)}${unused}` };
}

const toChoose = 'Choose one with --data-dir DIR or --url URL';

/** An instance for people, with how to address it. */
export function described({ kind, pid, dataDirectory, database }: RunningInstance): string {
  const address =
    database.identity === embeddedDatabase(dataDirectory).identity ? `--data-dir ${dataDirectory}` : database.name;
  return `the running ${kind} (process ${pid}, ${address})`;
}

/** Several processes on one database are one instance. */
function distinct(instances: readonly RunningInstance[]): RunningInstance[] {
  return [...new Map(instances.map((instance) => [instance.database.identity, instance])).values()];
}
