import type { Domain } from '../shared/page.js';
import { AttackPage, attackPath } from './attack-page.js';
import { BacktestPage } from './backtest-page.js';
import { backtestPath, backtestsPath } from './backtest-paths.js';
import { BacktestsPage } from './backtests-page.js';
import { BulkChangesPage, bulkChangesPath } from './bulk-changes-page.js';
import { EndpointPage, endpointPath } from './endpoint-page.js';
import { EndpointsPage, endpointsPath } from './endpoints-page.js';
import { incidentPath, incidentsPath } from './incident-data.js';
import { IncidentPage } from './incident-page.js';
import { IncidentsPage } from './incidents-page.js';
import { listPath } from './list-location.js';
import { AlertListPage } from './list-page.js';
import { ModelsPage, modelsPath } from './models-page.js';
import { suppressionsPath } from './suppression-draft.js';
import { SuppressionsPage } from './suppressions-page.js';

export const alertsDomain: Domain = {
  name: 'Alerts',
  pages: [
    { path: listPath, title: 'Alerts', component: AlertListPage, hasTimeRange: true },
    { path: incidentsPath, title: 'Incidents', component: IncidentsPage },
    { path: incidentPath, title: 'Incident', component: IncidentPage, isUnlisted: true },
    { path: suppressionsPath, title: 'Suppression', component: SuppressionsPage },
    { path: endpointsPath, title: 'Endpoints', component: EndpointsPage },
    { path: endpointPath, title: 'Endpoint', component: EndpointPage, isUnlisted: true },
    { path: attackPath, title: 'ATT&CK', component: AttackPage, hasTimeRange: true },
    { path: bulkChangesPath, title: 'Bulk changes', component: BulkChangesPage, isUnlisted: true },
    { path: modelsPath, title: 'Models', component: ModelsPage },
    { path: backtestsPath, title: 'Backtests', component: BacktestsPage, isUnlisted: true },
    { path: backtestPath, title: 'Backtest', component: BacktestPage, isUnlisted: true },
  ],
};
