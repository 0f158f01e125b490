import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { seededRandom } from '../../command-line/demo/seeded-random.js';

/** An inference with the field names of the import. */
export interface Inference {
  inference_id: string;
  tenant_id: string;
  endpoint_id: string;
  platform: 'windows' | 'linux';
  attack_prob: number;
  confidence: number;
  prediction: 'attack' | 'benign';
  ttp_techniques: string[];
  ttp_explanation: string | null;
  timestamp: number;
  model_name: string;
  num_nodes: number;
  num_edges: number;
}

const days = 30;
/** Start of the data in Unix epoch seconds; fixed, so all runs have the same data. */
export const dataStart = 1_760_000_000;
export const dataEnd = dataStart + days * 86_400;
export const models = ['graph-sage-3', 'gat-2'];
export const techniques = [
  'T1566.001',
  'T1059.001',
  'T1021.001',
  'T1003.001',
  'T1486',
  'T1053.005',
  'T1048.003',
  'T1078',
];

/** Number of tenants: one per 10,000 alerts, so a larger database has more tenants, not more alerts per tenant. */
export function tenantsFor(alerts: number): number {
  return Math.max(1, Math.round(alerts / 10_000));
}

/**
 * Number of endpoints per tenant. With two models and 30 days, alerts with the same tenant, endpoint and model are half
 * a day apart.
 */
export const endpointsPerTenant = 100;

export interface InferenceOptions {
  /** Number of generated incidents. Can exceed the number of alerts, because incidents can join an existing alert. */
  incidents: number;
  /** Share of inferences that neither open nor join an alert, from 0 to less than 1. */
  noise: number;
  /** Maximum number of inferences of an incident; default 5. The average number is a third of the maximum. */
  maxParts?: number;
}

/**
 * Generates inferences of incidents on many hosts, with noise between them. An incident is a few inferences within
 * minutes that open one alert. Some inferences arrive late, and some arrive twice.
 */
export function* inferences({ incidents, noise, maxParts = 5 }: InferenceOptions): Generator<Inference> {
  const random = seededRandom(20_260_101);
  const tenants = tenantsFor(incidents);
  let line = 0;
  const late: Inference[] = [];
  for (let incident = 0; incident < incidents; incident += 1) {
    const subject = subjectOf(incident, tenants);
    const begin = dataStart + ((dataEnd - dataStart) * (incident + random())) / incidents;
    const count = 1 + Math.floor(random() ** 2 * maxParts);
    for (let part = 0; part < count; part += 1) {
      while (random() < noise)
        yield {
          ...createNoise(subjectOf(Math.floor(random() * incidents), tenants), { random, line: line++ }),
          timestamp: roundToMilliseconds(begin),
        };
      const inference = {
        ...createAttack(subject, { random, line: line++ }),
        timestamp: roundToMilliseconds(begin + part * 40),
      };
      if (random() < 0.02) late.push(inference);
      else yield inference;
      if (random() < 0.01) yield inference;
    }
    if (late.length > 50) yield* late.splice(0);
  }
  yield* late;
}

/** Writes inferences as newline-delimited JSON, and returns the number of lines. */
export async function writeInferences(
  path: string,
  options: InferenceOptions & { maxLines?: number },
): Promise<{ lines: number }> {
  let lines = 0;
  function* chunks(): Generator<string> {
    let chunk = '';
    for (const inference of inferences(options)) {
      if (lines === options.maxLines) break;
      chunk += `${JSON.stringify(inference)}\n`;
      lines += 1;
      if (chunk.length > 262_144) {
        yield chunk;
        chunk = '';
      }
    }
    yield chunk;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path));
  return { lines };
}

interface Subject {
  tenant_id: string;
  endpoint_id: string;
  platform: 'windows' | 'linux';
  model_name: string;
}

/** Iterates over tenants, then endpoints, then models, so a combination of the three repeats as late as possible. */
function subjectOf(incident: number, tenants: number): Subject {
  const endpoint = Math.floor(incident / tenants) % endpointsPerTenant;
  return {
    tenant_id: `tenant-${incident % tenants}`,
    endpoint_id: `host-${endpoint}.tenant-${incident % tenants}.example`,
    platform: endpoint % 3 === 0 ? 'linux' : 'windows',
    model_name: elementAt(models, Math.floor(incident / tenants / endpointsPerTenant)),
  };
}

interface Line {
  random: () => number;
  line: number;
}

function createAttack(subject: Subject, { random, line }: Line): Omit<Inference, 'timestamp'> {
  const technique = Math.floor(random() * techniques.length);
  const nodes = 20 + Math.floor(random() * 900);
  return {
    inference_id: `inference-${line}`,
    ...subject,
    attack_prob: round(0.5 + random() * 0.5),
    confidence: round(0.6 + random() * 0.4),
    prediction: 'attack',
    ttp_techniques: [elementAt(techniques, technique), elementAt(techniques, technique + 1)],
    ttp_explanation:
      random() < 0.5 ? null : 'An attachment started an encoded command that read the credentials in memory.',
    num_nodes: nodes,
    num_edges: nodes * 4,
  };
}

function createNoise(subject: Subject, { random, line }: Line): Omit<Inference, 'timestamp'> {
  return {
    inference_id: `inference-${line}`,
    ...subject,
    attack_prob: round(random() * 0.45),
    confidence: round(0.4 + random() * 0.5),
    prediction: 'benign',
    ttp_techniques: [],
    ttp_explanation: null,
    num_nodes: 40,
    num_edges: 120,
  };
}

function elementAt<T>(values: readonly T[], index: number): T {
  // The remainder is a valid index of a non-empty list.
  return values[index % values.length] as T;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function roundToMilliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
