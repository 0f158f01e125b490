import type { NamedToken } from './setting.js';

/** Tokens of administrators in the settings: `[auth] admin_token` and `admin_tokens`. */
interface AdminTokens {
  readonly adminToken: string;
  readonly adminTokens: readonly NamedToken[];
}

/** Name of the administrator whose token is `[auth] admin_token` or, if the settings contain no token, is generated. */
export const firstAdministrator = 'admin';

/** The administrators whose tokens are in the settings. */
export function configuredAdministrators({ adminToken, adminTokens }: AdminTokens): readonly NamedToken[] {
  return adminToken === '' ? adminTokens : [{ name: firstAdministrator, token: adminToken }, ...adminTokens];
}

/** The names of all administrators, including the one whose token is generated if the settings contain no token. */
export function administratorNames(auth: AdminTokens): readonly string[] {
  const names = configuredAdministrators(auth).map(({ name }) => name);
  return names.length === 0 ? [firstAdministrator] : names;
}
