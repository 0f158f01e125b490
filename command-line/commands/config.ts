import type { Command } from 'commander';
import {
  type EffectiveSetting,
  type LoadedConfiguration,
  showConfiguration,
  writeIniValue,
} from '../../platform/configuration/index.js';
import { effectivePermissions } from '../../platform/permissions/index.js';
import { resolveSettings } from '../instance/index.js';
import { printJson } from '../output.js';
import { printPermissions } from './permissions-table.js';

export function addConfigCommand(command: Command): void {
  command
    .option('--permissions', 'print which roles have which permissions, instead of the settings')
    .option('--json', 'print JSON')
    .action(printConfiguration);
}

function printConfiguration(options: { permissions?: boolean; json?: boolean }): void {
  const { note, ...read } = resolveSettings();
  if (note !== undefined) process.stderr.write(`rampart: ${note}\n`);
  if (options.permissions) printPermissions(effectivePermissions(read.configuration), { json: options.json ?? false });
  else if (options.json) printJson(toObject(showConfiguration(read.configuration)));
  else process.stdout.write(toIni(read));
}

function toObject(settings: readonly EffectiveSetting[]): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  for (const { section, key, value } of settings) {
    sections[section] ??= {};
    sections[section][key] = value;
  }
  return sections;
}

function toIni({ configuration, file, origins }: LoadedConfiguration): string {
  const sections = Map.groupBy(showConfiguration(configuration), (setting) => setting.section);
  const parts = [...sections].map(([section, settings]) => {
    return `[${section}]\n${settings.map((setting) => iniLines(setting, origins)).join('')}`;
  });
  return `; Settings file: ${file ?? 'none'}\n\n${parts.join('\n')}`;
}

function iniLines(
  { section, key, name, value, description }: EffectiveSetting,
  origins: LoadedConfiguration['origins'],
): string {
  const origin = origins.get(`${section}.${name}`);
  const set = origin === undefined || origin.kind === 'file' ? '' : ` Set by ${origin.location}.`;
  return `; ${description}${set}\n${key}=${writeIniValue(value)}\n`;
}
