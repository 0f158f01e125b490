import { lazyPage } from '../shared/lazy-page.js';
import type { Page } from '../shared/page.js';
import { incidentPath, incidentsPath } from './incident-data.js';
import { listPath } from './list-location.js';
import { AlertListPage } from './list-page.js';
import {
  attackPath,
  backtestPath,
  backtestsPath,
  bulkChangesPath,
  endpointPath,
  endpointsPath,
  modelsPath,
} from './paths.js';
import { suppressionsPath } from './suppression-draft.js';

const permission = 'alerts.read';

export const alertsPages: readonly Page[] = [
  { path: listPath, title: 'Alerts', component: AlertListPage, permission, hasTimeRange: true },
  {
    path: incidentsPath,
    title: 'Incidents',
    component: lazyPage(() => import('./incidents-page.js'), 'IncidentsPage'),
    permission,
  },
  {
    path: incidentPath,
    parent: incidentsPath,
    title: 'Incident',
    component: lazyPage(() => import('./incident-page.js'), 'IncidentPage'),
    permission,
  },
  {
    path: suppressionsPath,
    title: 'Suppression',
    component: lazyPage(() => import('./suppressions-page.js'), 'SuppressionsPage'),
    permission,
  },
  {
    path: endpointsPath,
    title: 'Endpoints',
    component: lazyPage(() => import('./endpoints-page.js'), 'EndpointsPage'),
    permission,
  },
  {
    path: endpointPath,
    parent: endpointsPath,
    title: 'Endpoint',
    component: lazyPage(() => import('./endpoint-page.js'), 'EndpointPage'),
    permission,
  },
  {
    path: attackPath,
    title: 'ATT&CK',
    component: lazyPage(() => import('./attack-page.js'), 'AttackPage'),
    permission,
    hasTimeRange: true,
  },
  {
    path: bulkChangesPath,
    parent: listPath,
    title: 'Bulk changes',
    component: lazyPage(() => import('./bulk-changes-page.js'), 'BulkChangesPage'),
    permission,
  },
  {
    path: modelsPath,
    title: 'Models',
    component: lazyPage(() => import('./models-page.js'), 'ModelsPage'),
    permission,
  },
  {
    path: backtestsPath,
    parent: modelsPath,
    title: 'Backtests',
    component: lazyPage(() => import('./backtests-page.js'), 'BacktestsPage'),
    permission,
  },
  {
    path: backtestPath,
    parent: backtestsPath,
    title: 'Backtest',
    component: lazyPage(() => import('./backtest-page.js'), 'BacktestPage'),
    permission,
  },
];
