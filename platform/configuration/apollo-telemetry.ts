/**
 * Disables the metrics that @apollo/gateway sends to Apollo, unless the environment enables them
 * (`APOLLO_TELEMETRY_DISABLED=false`). The library reads the environment when a gateway is created.
 */
export function turnOffApolloTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED ??= 'true';
}
