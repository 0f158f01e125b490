/** Number of alerts that the inferences below open: one per endpoint. */
export const alertCount = 130;

const firstHour = Date.parse('2026-01-10T00:00:00Z') / 1000;

/**
 * One inference for each of 130 endpoints, an hour apart, as newline-delimited JSON. By tenant 65 and 65; by severity
 * 13 critical, 39 high, 39 medium, 39 low; 26 with the technique T1059.001; 100 of model-a. The endpoints host-126 and
 * host-128 alert within a minute of each other.
 */
export function inferenceLines(): string {
  return Array.from({ length: alertCount }, (_, index) => JSON.stringify(inferenceOf(index))).join('\n');
}

function inferenceOf(index: number) {
  return {
    inference_id: `inference-${index}`,
    tenant_id: index % 2 === 0 ? 'acme' : 'globex',
    endpoint_id: hostOf(index),
    platform: index < 50 ? 'windows' : 'linux',
    attack_prob: scoreOf(index % 10),
    confidence: 0.8,
    prediction: 'attack',
    ttp_techniques: index % 5 === 0 ? ['T1059.001'] : [],
    ttp_explanation: index % 5 === 0 ? 'A script interpreter was started by a document.' : null,
    timestamp: seenAt(index).getTime() / 1000,
    model_name: index < 100 ? 'model-a' : 'model-b',
    num_nodes: 10 + index,
    num_edges: 20 + index,
  };
}

/** The time of the inference of an endpoint. */
export function seenAt(index: number): Date {
  return new Date((index === 128 ? firstHour + 126 * 3600 + 60 : firstHour + index * 3600) * 1000);
}

/** The name of an endpoint, such as `host-007.example`. */
export function hostOf(index: number): string {
  return `host-${String(index).padStart(3, '0')}.example`;
}

function scoreOf(digit: number): number {
  if (digit === 0) {
    return 0.97;
  }
  if (digit <= 3) {
    return 0.9;
  }
  return digit <= 6 ? 0.75 : 0.6;
}
