import { together } from '../support/graph-forms.js';
import { testLicensesContract } from './support/licenses-contract-tests.js';

await testLicensesContract(together);
