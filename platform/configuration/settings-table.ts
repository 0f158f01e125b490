import { type SectionName, sections } from './sections.js';
import type { Setting } from './setting.js';

export interface TableRow {
  readonly section: SectionName;
  readonly key: string;
  readonly setting: Setting<unknown>;
}

/** Lists every setting, in the order of the settings file. */
export function settingsTable(): TableRow[] {
  return Object.entries(sections).flatMap(([section, settings]) =>
    Object.entries(settings).map(([key, setting]) => ({ section: section as SectionName, key, setting })),
  );
}
