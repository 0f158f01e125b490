import type { Setting } from './setting.js';

/** Formats a setting's value as in the settings file. */
export function formatSettingValue<T>(setting: Setting<T>, value: T): string {
  if (setting.format !== undefined) return setting.format(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
