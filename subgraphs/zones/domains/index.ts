export { type DomainRecord, domainsOfHosts, readDomain } from './service.js';
