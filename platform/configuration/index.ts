export { turnOffApolloTelemetry } from './apollo-telemetry.js';
export { writeIniValue } from './ini-file.js';
export {
  type Configuration,
  inspectConfiguration,
  type LoadedConfiguration,
  loadConfiguration,
  loadOwnConfiguration,
  ownSources,
  readConfiguration,
  secretSettings,
} from './load.js';
export { sections } from './sections.js';
export { minSecretCharacters, type NamedToken, type PerTier } from './setting.js';
export { changedSettings, exampleConfiguration, type ShownSetting, showConfiguration } from './show.js';
export { snakeCase } from './spelling.js';
export { ConfigurationError, type ConfigurationSources } from './written.js';
