import type { Clock } from '../../platform/clock.js';
import type { Configuration, OidcProvider } from '../../platform/configuration/index.js';
import { ProviderClient } from './provider-client.js';
import { providerFetch } from './provider-fetch.js';

/** A provider that people sign in with. */
export interface IdentityProvider {
  readonly provider: OidcProvider;
  readonly client: ProviderClient;
  /** Path at which people begin to sign in. */
  readonly path: string;
  close(): Promise<void>;
}

/**
 * The configured providers with a client id.
 * @throws {Error} when the settings have such a provider, but no public URL
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
          `[oidc] client_id of ${provider.issuer} requires [server] public_url, the URL to which the provider redirects people`,
        );
      }
      const { fetch, close } = providerFetch(provider);
      const path = `/session/oidc/${provider.name}`;
      const redirectUri = `${publicUrl.replace(/\/$/, '')}${path}/callback`;
      return { provider, path, close, client: new ProviderClient({ provider, redirectUri, clock, fetch }) };
    });
}
