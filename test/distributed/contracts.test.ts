import { describe } from 'vitest';
import { testDriveContract } from '../drive/support/drive-contract-tests.js';
import { testAlertsContract } from '../rest/support/alerts-contract-tests.js';
import { testLicensesContract } from '../rest/support/licenses-contract-tests.js';
import { testZonesContract } from '../rest/support/zones-contract-tests.js';
import { apart } from '../support/graph-forms.js';

/** Runs the contract tests of all documented endpoints over domains that the gateway calls over HTTP. */

describe('alerts', () => testAlertsContract(apart));
describe('zones', () => testZonesContract(apart));
describe('licenses', () => testLicensesContract(apart));
describe('drive', () => testDriveContract(apart));
