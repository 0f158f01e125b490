import type { Domain } from '../shared/page.js';
import { AttackPage, attackPath } from './attack-page.js';
import { EndpointPage, endpointPath } from './endpoint-page.js';
import { EndpointsPage, endpointsPath } from './endpoints-page.js';
import { incidentPath, incidentsPath } from './incident-data.js';
import { IncidentPage } from './incident-page.js';
import { IncidentsPage } from './incidents-page.js';
import { listPath } from './list-location.js';
import { AlertListPage } from './list-page.js';
import { ModelsPage, modelsPath } from './models-page.js';

export const alertsDomain: Domain = {
  name: 'Alerts',
  pages: [
    { path: listPath, title: 'Alerts', component: AlertListPage },
    { path: incidentsPath, title: 'Incidents', component: IncidentsPage },
    { path: incidentPath, title: 'Incident', component: IncidentPage, isUnlisted: true },
    { path: endpointsPath, title: 'Endpoints', component: EndpointsPage },
    { path: endpointPath, title: 'Endpoint', component: EndpointPage, isUnlisted: true },
    { path: attackPath, title: 'ATT&CK', component: AttackPage },
    { path: modelsPath, title: 'Models', component: ModelsPage },
  ],
};
