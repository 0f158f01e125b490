import { together } from '../support/graph-forms.js';
import { testZonesContract } from './support/zones-contract-tests.js';

await testZonesContract(together);
