import { describe } from 'vitest';
import { testDriveContract } from '../drive/support/drive-contract-tests.js';
import { testAlertsContract } from '../rest/support/alerts-contract-tests.js';
import { testLicensesContract } from '../rest/support/licenses-contract-tests.js';
import { testZonesContract } from '../rest/support/zones-contract-tests.js';
import { onApollo } from '../support/graph-forms.js';

/** Runs the contract tests of all documented endpoints on Apollo's engine. */

describe('alerts', () => testAlertsContract(onApollo));
describe('zones', () => testZonesContract(onApollo));
describe('licenses', () => testLicensesContract(onApollo));
describe('drive', () => testDriveContract(onApollo));
