import { lazyPage } from '../shared/lazy-page.js';
import type { Domain } from '../shared/page.js';
import { backtestPath, backtestsPath } from './backtest-paths.js';
import { incidentPath, incidentsPath } from './incident-data.js';
import { listPath } from './list-location.js';
import { AlertListPage } from './list-page.js';
import { attackPath, bulkChangesPath, endpointPath, endpointsPath, modelsPath } from './paths.js';
import { suppressionsPath } from './suppression-draft.js';

export const alertsDomain: Domain = {
  name: 'Alerts',
  pages: [
    { path: listPath, title: 'Alerts', component: AlertListPage, hasTimeRange: true },
    {
      path: incidentsPath,
      title: 'Incidents',
      component: lazyPage(() => import('./incidents-page.js'), 'IncidentsPage'),
    },
    {
      path: incidentPath,
      parent: incidentsPath,
      title: 'Incident',
      component: lazyPage(() => import('./incident-page.js'), 'IncidentPage'),
      isUnlisted: true,
    },
    {
      path: suppressionsPath,
      title: 'Suppression',
      component: lazyPage(() => import('./suppressions-page.js'), 'SuppressionsPage'),
    },
    {
      path: endpointsPath,
      title: 'Endpoints',
      component: lazyPage(() => import('./endpoints-page.js'), 'EndpointsPage'),
    },
    {
      path: endpointPath,
      parent: endpointsPath,
      title: 'Endpoint',
      component: lazyPage(() => import('./endpoint-page.js'), 'EndpointPage'),
      isUnlisted: true,
    },
    {
      path: attackPath,
      title: 'ATT&CK',
      component: lazyPage(() => import('./attack-page.js'), 'AttackPage'),
      hasTimeRange: true,
    },
    {
      path: bulkChangesPath,
      parent: listPath,
      title: 'Bulk changes',
      component: lazyPage(() => import('./bulk-changes-page.js'), 'BulkChangesPage'),
      isUnlisted: true,
    },
    { path: modelsPath, title: 'Models', component: lazyPage(() => import('./models-page.js'), 'ModelsPage') },
    {
      path: backtestsPath,
      parent: modelsPath,
      title: 'Backtests',
      component: lazyPage(() => import('./backtests-page.js'), 'BacktestsPage'),
      isUnlisted: true,
    },
    {
      path: backtestPath,
      parent: backtestsPath,
      title: 'Backtest',
      component: lazyPage(() => import('./backtest-page.js'), 'BacktestPage'),
      isUnlisted: true,
    },
  ],
};
