import type { Clock } from '../../platform/clock.js';
import type { Configuration, OidcProvider } from '../../platform/configuration/index.js';
import { providerFetch } from '../authentication/index.js';
import { ProviderClient } from './provider-client.js';

/** An OpenID Connect provider with which people sign in. */
export interface IdentityProvider {
  readonly provider: OidcProvider;
  readonly client: ProviderClient;
  /** Path that starts a sign-in. */
  readonly path: string;
  close(): Promise<void>;
}

/**
 * The provider of a session; undefined if the settings no longer contain it, or another issuer has replaced it under
 * the same name.
 */
export function findProvider(
  providers: readonly IdentityProvider[],
  { provider: name, issuer }: { readonly provider: string | null; readonly issuer: string | null },
): IdentityProvider | undefined {
  return providers.find(({ provider }) => provider.name === name && provider.issuer === issuer);
}

/**
 * The configured providers that have a client id.
 * @throws {Error} if the settings have such a provider, but no public URL
 */
export function identityProviders(options: {
  readonly configuration: Pick<Configuration, 'oidcProviders' | 'server'>;
  readonly clock: Clock;
}): readonly IdentityProvider[] {
  const { configuration, clock } = options;
  const { publicUrl } = configuration.server;
  return configuration.oidcProviders
    .filter(({ clientId }) => clientId !== '')
    .map((provider) => {
      if (publicUrl === '') {
        throw new Error(
          `[oidc] client_id of ${provider.issuer} requires [server] public_url, with which the redirect URI begins: set it to the URL that clients use`,
        );
      }
      const { fetch, close } = providerFetch(provider);
      const path = `/session/oidc/${provider.name}`;
      const redirectUri = `${publicUrl.replace(/\/$/, '')}${path}/callback`;
      return { provider, path, close, client: new ProviderClient({ provider, redirectUri, clock, fetch }) };
    });
}
