export { parseDomainName } from './rules.js';
export { type DomainRecord, domainsOfHosts, readDomain, readHistories, type ZoneHistory } from './service.js';
