import { tracesUrl } from '../../../platform/telemetry/index.js';
import { type Check, type CheckResult, failure, ok } from '../check.js';
import { reasonOf } from '../reason.js';

/** The body of an export without spans: an empty Protocol Buffers message. */
const noSpans = new Uint8Array();

export const collector: Check = {
  name: 'traces',
  async run({ configuration, signal }) {
    const { otlpEndpoint, otlpHeaders, sampleRatio } = configuration.telemetry;
    if (otlpEndpoint === '')
      return ok('no collector is configured ([telemetry] otlp_endpoint): no traces are recorded');
    const url = tracesUrl(otlpEndpoint);
    try {
      const headers = new Headers(otlpHeaders.map(({ name, value }): [string, string] => [name, value]));
      headers.set('content-type', 'application/x-protobuf');
      const response = await fetch(url, { method: 'POST', headers, body: noSpans, signal, redirect: 'manual' });
      await response.body?.cancel();
      return response.ok
        ? ok(`${url} accepts traces; [telemetry] sample_ratio is ${sampleRatio}`)
        : describeRejection(url, response.status);
    } catch (error) {
      const reason = reasonOf(error instanceof TypeError ? (error.cause ?? error) : error);
      return failure(`${url}: ${reason}`, 'check [telemetry] otlp_endpoint, and that no firewall blocks connections');
    }
  },
};

function describeRejection(url: string, status: number): CheckResult {
  const message = `${url} returns HTTP status ${status}`;
  if (status === 401 || status === 403) return failure(message, 'check [telemetry] otlp_headers');
  return failure(
    message,
    '[telemetry] otlp_endpoint must be the base URL of a receiver of OTLP over HTTP, usually on port 4318',
  );
}
