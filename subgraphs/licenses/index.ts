import type { Caller } from '../../platform/caller.js';
import { defineSubgraph } from '../../platform/graph/index.js';
import { authorize } from '../../platform/permissions/index.js';
import type { LicensesContext } from './context.js';
import { licenseNotifications } from './notifications.js';
import { licensesSubgraphSchema } from './schema.js';
import { createLicenseService } from './service.js';
import { readOutages } from './uptime/index.js';

export {
  allControllerFields,
  createLicenseKeys,
  createLicenseService,
  issueLicense,
  type LicenseService,
  licenseTotals,
} from './service.js';

function admitReader(caller: Caller) {
  authorize(caller, 'licenses.read');
  return { tenants: null };
}

/** The licenses subgraph: controllers that check in under a signed license. */
export const licensesSubgraph = defineSubgraph<LicensesContext>({
  name: 'licenses',
  schema: licensesSubgraphSchema,
  notifications: licenseNotifications,
  readUnrecordedPeriods: readOutages,
  open(platform) {
    const service = createLicenseService(platform);
    void service.inspectFiles();
    return { context: { service }, jobs: service.jobs, start: () => service.uptimeRecorder.start() };
  },
  createEventTypes: () => [
    {
      name: 'check-ins',
      admit: admitReader,
      subscription: {
        field: 'controllerCheckedIn',
        entities: 'checkedInControllers',
        idsOf: ({ guid }) => [guid as string], // The statement of a check-in writes this shape.
      },
    },
    {
      name: 'license-warnings',
      admit: admitReader,
      subscription: {
        field: 'licenseWarningRaised',
        entities: 'raisedLicenseWarnings',
        idsOf: ({ kind, subject }) => [`${kind}:${subject}`],
      },
    },
    {
      name: 'license-changes',
      admit: admitReader,
      // There is only one license, so its id is constant.
      subscription: { field: 'licenseChanged', entities: 'changedLicenses', idsOf: () => ['license'] },
    },
  ],
});
