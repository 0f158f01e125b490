import { seededRandom } from './seeded-random.js';

/** A line of the sample: an inference as a detection pipeline would send it. */
export interface SampleInference {
  inference_id: string;
  tenant_id: string;
  endpoint_id: string;
  platform: 'windows' | 'linux';
  attack_prob: number;
  confidence: number;
  prediction: 'attack' | 'benign' | 'error';
  ttp_techniques: string[];
  ttp_explanation: string | null;
  timestamp: number;
  model_name: string;
  num_nodes: number;
  num_edges: number;
}

export interface SampleOptions {
  /** End of the sample in Unix epoch seconds. */
  untilSeconds: number;
  /** Number of inferences. */
  count: number;
  /** Days before the end at which the sample begins. Default: 14. */
  days?: number;
  /** Seed of the random numbers; equal seeds yield equal samples. Default: 1. */
  seed?: number;
}

const tenants = ['northwind', 'contoso', 'fabrikam'];
const hostsPerTenant = 40;
/**
 * Number of hosts on which campaigns can begin. Only the first hosts are used, so campaigns remain on hosts with sample
 * controllers.
 */
const campaignHosts = 12;
const models = ['graph-sage-3', 'gat-2'];

/** Attack campaigns, which move from host to host, with their explanations. */
const campaigns: { techniques: string[]; explanation: string }[] = [
  { techniques: ['T1566.001', 'T1059.001'], explanation: 'An attachment started an encoded PowerShell command.' },
  { techniques: ['T1021.001', 'T1078'], explanation: 'Remote desktop sessions with a valid account, host after host.' },
  { techniques: ['T1003.001'], explanation: 'Memory of the credential service was read.' },
  { techniques: ['T1486', 'T1490'], explanation: 'Files were encrypted and shadow copies removed.' },
  { techniques: ['T1053.005', 'T1547.001'], explanation: 'A scheduled task and a run key start the same program.' },
  { techniques: ['T1048.003'], explanation: 'Archives were exfiltrated through DNS queries.' },
];

/**
 * Generates inferences of three tenants: short campaigns that move from host to host, and noise between
 * them.
 */
export function* sampleInferences({
  untilSeconds,
  count,
  days = 14,
  seed = 1,
}: SampleOptions): Generator<SampleInference> {
  const random = seededRandom(seed);
  const from = untilSeconds - days * 86_400;
  let campaign: Campaign | undefined;
  for (let index = 0; index < count; index += 1) {
    const timestamp = from + ((untilSeconds - from) * (index + random())) / count;
    if (campaign === undefined || campaign.untilSeconds < timestamp) campaign = nextCampaign(timestamp, random);
    const attack = random() < 0.35 && timestamp >= campaign.from;
    yield attack
      ? attackInference(campaign, { index, timestamp, random })
      : benignInference({ index, timestamp, random });
  }
}

interface Campaign {
  tenant: string;
  firstHost: number;
  hosts: number;
  from: number;
  untilSeconds: number;
  /** Maximum `attack_prob` of the campaign. */
  peak: number;
  kind: (typeof campaigns)[number];
}

interface InferenceContext {
  index: number;
  timestamp: number;
  random: () => number;
}

function nextCampaign(now: number, random: () => number): Campaign {
  const from = now + random() * 4 * 3600;
  return {
    tenant: pick(tenants, random),
    firstHost: Math.floor(random() * campaignHosts),
    hosts: 2 + Math.floor(random() * 5),
    from,
    untilSeconds: from + (1 + random() * 5) * 3600,
    peak: 0.6 + random() * 0.4,
    kind: pick(campaigns, random),
  };
}

function attackInference(campaign: Campaign, { index, timestamp, random }: InferenceContext): SampleInference {
  const host = (campaign.firstHost + Math.floor(random() * campaign.hosts)) % hostsPerTenant;
  const attackProb = roundToFourDecimals(campaign.peak - random() * 0.1);
  return {
    ...endpointFields(campaign.tenant, host),
    ...randomGraphSize(random),
    inference_id: inferenceId(index),
    attack_prob: attackProb,
    confidence: roundToFourDecimals(0.7 + random() * 0.3),
    prediction: 'attack',
    ttp_techniques: campaign.kind.techniques,
    ttp_explanation: campaign.kind.explanation,
    timestamp: Math.round(timestamp * 1000) / 1000,
    model_name: pick(models, random),
  };
}

function benignInference({ index, timestamp, random }: InferenceContext): SampleInference {
  const failed = random() < 0.02;
  return {
    ...endpointFields(pick(tenants, random), Math.floor(random() * hostsPerTenant)),
    ...randomGraphSize(random),
    inference_id: inferenceId(index),
    attack_prob: failed ? 0 : roundToFourDecimals(random() ** 2 * 0.6),
    confidence: roundToFourDecimals(0.4 + random() * 0.5),
    prediction: failed ? 'error' : 'benign',
    ttp_techniques: [],
    ttp_explanation: null,
    timestamp: Math.round(timestamp * 1000) / 1000,
    model_name: pick(models, random),
  };
}

function endpointFields(tenant: string, host: number): Pick<SampleInference, 'tenant_id' | 'endpoint_id' | 'platform'> {
  const linux = host % 3 === 0;
  const number = String(host + 1).padStart(3, '0');
  return {
    tenant_id: tenant,
    endpoint_id: linux ? `srv-${number}.${tenant}.example` : `WS-${number}.${tenant}.example`,
    platform: linux ? 'linux' : 'windows',
  };
}

function randomGraphSize(random: () => number): Pick<SampleInference, 'num_nodes' | 'num_edges'> {
  const nodes = 20 + Math.floor(random() * 900);
  return { num_nodes: nodes, num_edges: Math.floor(nodes * (1 + random() * 6)) };
}

function inferenceId(index: number): string {
  return `sample-${String(index).padStart(8, '0')}`;
}

function roundToFourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('the list is empty');
  return value;
}
