export { turnOffApolloTelemetry } from './apollo-telemetry.js';
export { writeIniValue } from './ini-file.js';
export {
  type Configuration,
  type InspectedConfiguration,
  inspectConfiguration,
  type LoadedConfiguration,
  loadConfiguration,
  loadOwnConfiguration,
  ownSources,
  readConfiguration,
  secretSettings,
} from './load.js';
export { type SectionName, sections } from './sections.js';
export { minSecretCharacters, type NamedToken, type PerTier, type Rate, type Setting } from './setting.js';
export { changedSettings, exampleConfiguration, type ShownSetting, showConfiguration } from './show.js';
export { snakeCase } from './spelling.js';
export { ConfigurationError, type ConfigurationSources, type SettingOrigin } from './written.js';
