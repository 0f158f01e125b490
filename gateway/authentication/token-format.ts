import { secretTokenKind } from '../../platform/secret-token.js';

/** Operator tokens begin with `rpt_`. */
export const operatorTokenKind = secretTokenKind('rpt_');
