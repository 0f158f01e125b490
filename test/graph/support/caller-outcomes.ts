import type { Outcomes } from './callers.js';

/** Outcomes of callers that are not listed. */
const rejected = {
  anonymous: 'UNAUTHENTICATED',
  open: 'UNAUTHENTICATED',
  account: 'FORBIDDEN',
  mirror: 'FORBIDDEN',
  tenant: 'FORBIDDEN',
  tenantViewer: 'FORBIDDEN',
  ingest: 'FORBIDDEN',
  viewer: 'FORBIDDEN',
  analyst: 'FORBIDDEN',
  admin: 'FORBIDDEN',
};

/** Outcomes of changes by viewers. */
const changing = { tenantViewer: 'FORBIDDEN', viewer: 'FORBIDDEN' };

/** Outcomes of reading alerts: operators, within their tenants; anonymous callers if the settings allow it. */
export const alerts = (all = 'all', tenant = 'own'): Outcomes => ({
  ...rejected,
  ...{ open: all, analyst: all, admin: all, viewer: all },
  ...{ tenant, tenantViewer: tenant },
});
/** Outcomes of changing alerts: as for reading, but forbidden for viewers. */
export const alertChanges = (all = 'all', tenant = 'own'): Outcomes => ({ ...alerts(all, tenant), ...changing });
/** Outcomes of licenses and the document site: operators of all tenants. */
export const operators = (outcome = 'ok'): Outcomes => ({
  ...rejected,
  ...{ viewer: outcome, analyst: outcome, admin: outcome },
});
export const operatorChanges = (outcome = 'ok'): Outcomes => ({ ...operators(outcome), ...changing });
/** Outcomes of rules of notifications: analysts, within their tenants. */
export const ruleReaders = (): Outcomes => ({ ...rejected, admin: 'all', analyst: 'all', tenant: 'own' });
/** Outcomes of brands: operators, within their tenants. */
export const brandReaders = (all = 'all', tenant = 'own'): Outcomes => ({
  ...operators(all),
  ...{ tenant, tenantViewer: tenant },
});
/** Outcomes of changing brands: as for reading, but forbidden for viewers. */
export const brandChanges = (all = 'all', tenant = 'NOT_FOUND'): Outcomes => ({
  ...brandReaders(all, tenant),
  ...changing,
});
export const administrators = (outcome = 'ok'): Outcomes => ({ ...rejected, admin: outcome });
/** Outcomes of zones: accounts and operators. */
export const readers = (outcome = 'ok'): Outcomes => ({
  ...operators(outcome),
  ...{ account: outcome, tenant: outcome, tenantViewer: outcome },
});
export const accounts = (outcome = 'ok'): Outcomes => ({ ...rejected, account: outcome });
/** Outcomes of the mirror: its clients; and operators of all tenants, except for objects of a client. */
export const mirror = (outcome = 'ok'): Outcomes => ({ ...operators(outcome), mirror: outcome });
export const clients = (outcome = 'ok'): Outcomes => ({ ...rejected, mirror: outcome });
export const everyCaller = (outcome = 'ok'): Outcomes => ({
  ...{ anonymous: outcome, open: outcome, account: outcome, mirror: outcome },
  ...{ tenant: outcome, tenantViewer: outcome, ingest: outcome, viewer: outcome, analyst: outcome, admin: outcome },
});
