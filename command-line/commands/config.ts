import type { Command } from 'commander';
import {
  loadOwnConfiguration,
  type ShownSetting,
  showConfiguration,
  writeIniValue,
} from '../../platform/configuration/index.js';
import { printJson } from '../output.js';

export function addConfigCommand(command: Command): void {
  command.option('--json', 'print JSON').action((options: { json?: boolean }) => {
    const settings = showConfiguration(loadOwnConfiguration());
    if (options.json) printJson(asObject(settings));
    else process.stdout.write(asIni(settings));
  });
}

function asObject(settings: readonly ShownSetting[]): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  for (const { section, key, value } of settings) {
    sections[section] ??= {};
    sections[section][key] = value;
  }
  return sections;
}

function asIni(settings: readonly ShownSetting[]): string {
  const sections = Map.groupBy(settings, (setting) => setting.section);
  return [...sections]
    .map(([section, keys]) => `[${section}]\n${keys.map((setting) => iniLines(setting)).join('')}`)
    .join('\n');
}

function iniLines({ key, value, description }: ShownSetting): string {
  return `; ${description}\n${key}=${writeIniValue(value)}\n`;
}
