import type { Setting } from './setting.js';

/** The spelling of a key in the file: `maxCost` becomes `max_cost`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value of a setting in the spelling of the file. */
export function formatSettingValue<T>(setting: Setting<T>, value: T): string {
  if (setting.format !== undefined) return setting.format(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
