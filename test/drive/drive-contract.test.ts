import { together } from '../support/graph-forms.js';
import { testDriveContract } from './support/drive-contract-tests.js';

await testDriveContract(together);
