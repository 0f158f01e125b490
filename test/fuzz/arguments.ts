import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../platform/project-root.js';

export interface FuzzArguments {
  readonly minutes: number;
  /** Number of inputs per target, instead of a duration. */
  readonly executions: number | undefined;
  readonly targets: readonly string[];
  readonly seed: number;
  readonly corpus: string;
  /** File of a finding to run again. */
  readonly reproduce: string | undefined;
}

export class UsageError extends Error {}

export function helpText(targets: readonly { name: string; description: string }[]): string {
  const list = targets.map(({ name, description }) => `  ${name.padEnd(16)} ${description}`).join('\n');
  return `Usage: npm run fuzz -- [options]

Run generated inputs through everything that reads bytes from outside. Exits 1 when there are findings.

  --minutes N        duration of the run; default 1
  --executions N     number of inputs of each target, instead of a duration
  --target NAME      target to fuzz; may be repeated; default: all
  --seed N           seed of the random choices; default: the time
  --corpus DIR       folder of inputs and findings; default .fuzz
  --reproduce FILE   run the input of one finding again
  --help             show this help

Targets:
${list}
`;
}

/**
 * Parses the arguments.
 * @returns undefined for --help
 * @throws {UsageError}
 */
export function readArguments(args: readonly string[], names: readonly string[]): FuzzArguments | undefined {
  const { values } = parse(args);
  if (values.help === true) return undefined;
  const targets = values.target ?? [];
  const unknown = targets.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`unknown target ${unknown}; the targets are ${names.join(', ')}`);
  return {
    minutes: parsePositive('--minutes', values.minutes ?? '1'),
    executions: values.executions === undefined ? undefined : parsePositive('--executions', values.executions),
    targets,
    seed: values.seed === undefined ? Date.now() >>> 0 : parsePositive('--seed', values.seed),
    corpus: values.corpus ?? join(projectRoot, '.fuzz'),
    reproduce: values.reproduce,
  };
}

function parse(args: readonly string[]) {
  const stringOption = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{
          minutes: stringOption,
          executions: stringOption,
          seed: stringOption,
          corpus: stringOption,
          reproduce: stringOption,
        },
        target: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message); // parseArgs throws only errors.
  }
}

function parsePositive(name: string, argument: string): number {
  const value = Number(argument);
  if (argument.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`${name} must be a number above 0: ${argument}`);
}
