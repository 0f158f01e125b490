export { type DomainRecord, domainsByNames, domainsOfHosts, readDomain } from './service.js';
