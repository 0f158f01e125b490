import type { Configuration } from '../configuration/index.js';
import type { Logger } from '../log.js';
import type { Telemetry } from './telemetry.js';

/** Starts tracing if `[telemetry] otlp_endpoint` is set; the packages are loaded only then. */
export async function startTelemetry(options: {
  configuration: Pick<Configuration, 'telemetry'>;
  log: Logger;
}): Promise<Telemetry | undefined> {
  if (options.configuration.telemetry.otlpEndpoint === '') return undefined;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry(options);
}
