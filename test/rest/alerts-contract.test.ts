import { together } from '../support/graph-forms.js';
import { testAlertsContract } from './support/alerts-contract-tests.js';

await testAlertsContract(together);
