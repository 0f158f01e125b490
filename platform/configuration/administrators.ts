import type { NamedToken } from './setting.js';

/** Tokens of administrators in the settings: `[auth] admin_token` and `admin_tokens`. */
interface AdminTokens {
  readonly adminToken: string;
  readonly adminTokens: readonly NamedToken[];
}

/** Name of the administrator with the token `[auth] admin_token`, or the generated one. */
export const firstAdministrator = 'admin';

/** The administrators whose tokens are in the settings. */
export function configuredAdministrators({ adminToken, adminTokens }: AdminTokens): readonly NamedToken[] {
  return adminToken === '' ? adminTokens : [{ name: firstAdministrator, token: adminToken }, ...adminTokens];
}

/** The names of all administrators. Without any token in the settings, one is generated. */
export function administratorNames(auth: AdminTokens): readonly string[] {
  const names = configuredAdministrators(auth).map(({ name }) => name);
  return names.length === 0 ? [firstAdministrator] : names;
}
