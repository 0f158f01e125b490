export { addressRanges, postgresHosts } from './addresses.js';
export { administratorNames, configuredAdministrators, firstAdministrator } from './administrators.js';
export { turnOffApolloTelemetry } from './apollo-telemetry.js';
export type { CertificateLog } from './certificate-logs.js';
export { readIni, writeIniValue } from './ini-file.js';
export {
  type Configuration,
  inspectConfiguration,
  type LoadedConfiguration,
  loadConfiguration,
  loadConfigurationWithOrigins,
  loadProcessConfiguration,
  processSources,
  secretSettings,
} from './load.js';
export type { OidcProvider, RoleRule } from './oidc-section.js';
export type { PolicyZone, SecondaryServer } from './policy-zones.js';
export type { RetentionRule } from './retention-rules.js';
export { sections } from './sections.js';
export {
  choice,
  decimal,
  flag,
  integer,
  minPassphraseLength,
  minSecretCharacters,
  type NamedToken,
  type NamedValue,
  type PerTier,
  type Setting,
  splitList,
  text,
} from './setting.js';
export { changedSettings, type EffectiveSetting, exampleConfiguration, showConfiguration } from './show.js';
export { normalizeSitePath } from './site-path.js';
export { ConfigurationError, type ConfigurationSources } from './written.js';
export { type DayWindow, type TsigKey, tsigAlgorithms, type ZoneSource } from './zone-sources.js';
