export { writeIniValue } from './ini-file.js';
export {
  type Configuration,
  ConfigurationError,
  type ConfigurationSources,
  exampleConfiguration,
  loadConfiguration,
  loadOwnConfiguration,
  type ShownSetting,
  showConfiguration,
  snakeCase,
} from './load.js';
export { type SectionName, sections } from './sections.js';
export type { PerTier, Rate, Setting } from './setting.js';
