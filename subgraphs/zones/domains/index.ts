export type { NameKey } from './repository.js';
export { normalizeDomainName, possibleKeys } from './rules.js';
export {
  type DomainRecord,
  domainsOfHosts,
  readDomain,
  readHistories,
  rootZone,
} from './service.js';
