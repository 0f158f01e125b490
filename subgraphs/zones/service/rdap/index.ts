import { rdapDossier, rdapZones } from './look-up.js';

export type { RdapDossier as RdapDossierRecord } from '../../rules/rdap/dossier.js';
export { createRdapDesk, type Outside, type RdapDesk } from './desk.js';
export { inspectRdapBootstrap } from './inspect-bootstrap.js';
export { rdapJobs } from './jobs.js';

export const rdapVerbs = { rdapDossier, rdapZones };
