import { describe } from 'vitest';
import { testDriveContract } from '../drive/support/drive-contract-tests.js';
import { testAlertsContract } from '../rest/support/alerts-contract-tests.js';
import { testLicensesContract } from '../rest/support/licenses-contract-tests.js';
import { testZonesContract } from '../rest/support/zones-contract-tests.js';
import { distributed } from '../support/graph-forms.js';

/** Runs the contract tests of all documented endpoints over domains that the gateway calls over HTTP. */

describe('alerts', () => testAlertsContract(distributed));
describe('zones', () => testZonesContract(distributed));
describe('licenses', () => testLicensesContract(distributed));
describe('drive', () => testDriveContract(distributed));
