// The paths of the pages of alerts. They are in a separate module, because components are loaded when their page is
// opened.

import { hrefOf } from '../shared/location.js';

export const attackPath = '/attack';
export const backtestsPath = '/backtests';
export const backtestPath = '/backtest';
export const bulkChangesPath = '/bulk-changes';
export const endpointsPath = '/endpoints';
export const endpointPath = '/endpoint';
export const modelsPath = '/models';

export function hrefOfBacktest(id: string): string {
  return hrefOf(backtestPath, { id });
}

/** The URL of the page of an endpoint. */
export function hrefOfEndpoint({ tenantId, hostname }: { tenantId: string; hostname: string }): string {
  return hrefOf(endpointPath, { tenant: tenantId, host: hostname });
}
