export { adminTokenPath, readAdminToken } from './admin-token.js';
export {
  type Authenticator,
  type Callers,
  type CallersOptions,
  type Credentials,
  createCallers,
  isAdministrator,
  isOperator,
} from './callers.js';
export { type NewOperatorToken, type OperatorToken, OperatorTokens, revocationSeconds } from './operator-tokens.js';
