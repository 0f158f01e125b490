export { adminTokenPath, readAdminToken } from './admin-token.js';
export {
  type Callers,
  type CallersOptions,
  createCallers,
  isAdministrator,
  isOperator,
} from './callers.js';
export { type NewOperatorToken, type OperatorToken, OperatorTokens, revocationSeconds } from './operator-tokens.js';
