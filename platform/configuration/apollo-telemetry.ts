/**
 * Turns off the metrics that @apollo/gateway sends to Apollo, unless the environment turns them on (`APOLLO_TELEMETRY_DISABLED=false`).
 * That library reads the environment itself, when a gateway is created.
 */
export function turnOffApolloTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED ??= 'true';
}
