import { isLoopback } from '../../gateway/index.js';
import { type Configuration, loadConfiguration } from '../../platform/configuration/index.js';

/**
 * The settings of the demo: those of `[server]` and `[auth]`, and the addresses of the other listeners, are the
 * configured ones. All others have their defaults, because sample data must not reach the services that an instance
 * uses, such as its bucket, mail server or document site.
 * @param options.configured settings of the file and the environment
 * @param options.dataDir the data directory of the demo
 */
export function demoSettings({ configured, dataDir }: { configured: Configuration; dataDir: string }): Configuration {
  const defaults = loadConfiguration({ environment: {}, workingDirectory: dataDir, file: null });
  const { environment, server, auth, dns, licenses } = configured;
  return {
    ...defaults,
    ...{ environment, auth },
    server: { ...server, dataDir, workers: defaults.server.workers },
    // The policy zone of the demo has no key, so it is served only to this machine.
    dns: { ...defaults.dns, host: isLoopback(dns.host) ? dns.host : defaults.dns.host, port: dns.port },
    licenses: { ...defaults.licenses, host: licenses.host, port: licenses.port, tls: licenses.tls },
  };
}
