export { normalizeDomainName, possibleKeys } from './rules.js';
export {
  type DomainRecord,
  domainsOfHosts,
  readDomain,
  readHistories,
  rootZone,
  type ZoneHistory,
} from './service.js';
