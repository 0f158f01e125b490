import { domainToASCII } from 'node:url';
import { dayMs } from '../../platform/durations.js';
import { seededRandom } from './seeded-random.js';

/** A zone file as a registry would publish it. */
export interface SampleZoneFile {
  readonly zone: string;
  /** Time of the file in Unix epoch milliseconds. */
  readonly at: number;
  /** Content of the file in the format of RFC 1035, with one record per line. */
  readonly text: string;
}

export interface SampleZonesOptions {
  /** Time of the last files in Unix epoch milliseconds. */
  readonly untilMs: number;
  /** Number of domains in each zone on the first day. */
  readonly domains: number;
}

const days = 12;
/**
 * The zones of the sample: top-level domains that are not in use. The hosts of the sample alerts are below the second
 * one.
 */
const zones = ['demo', 'example'];
const nameservers = ['ns1.parkside', 'ns2.parkside', 'a.hostwell', 'b.hostwell', 'dns1.cloudrow', 'dns2.cloudrow'];
const beginnings = ['blue', 'north', 'river', 'open', 'silver', 'quick', 'green', 'stone', 'fresh', 'bright', 'east'];
const middles = ['field', 'wind', 'line', 'market', 'code', 'garden', 'data', 'house', 'trade', 'works', 'light'];
const ends = ['', 's', '-shop', '-online', '24', 'hub', 'lab', '-group', 'app', '-media'];

/** Names that phishing campaigns would register. */
const imitations = ['n0rthwind', 'northvvind', 'norhtwind', 'northwind-login', 'nörthwind', 'nοrthwind', 'c0ntoso'];
const brands = ['northwind', 'contoso', 'fabrikam'];

/** Names that were registered together, by the number of days before the last files. */
const bulkRegistrations: Readonly<Record<number, { names: readonly string[]; nameservers: readonly string[] }>> = {
  5: { names: numberedNames('secure-login-', 24), nameservers: ['ns1.freshhost', 'ns2.freshhost'] },
  3: { names: middles.map((word) => `contoso-${word}`), nameservers: nameservers.slice(0, 2) },
  1: { names: numberedNames('parcel-tracking', 16), nameservers: ['ns1.freshhost', 'ns2.freshhost'] },
};

function numberedNames(beginning: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${beginning}${index + 1}`);
}

/**
 * Generates the files of some zones over several days, oldest first: domains are added, removed and change their
 * nameservers.
 */
export function* sampleZoneFiles({ untilMs, domains }: SampleZonesOptions): Generator<SampleZoneFile> {
  const random = seededRandom(7);
  const states = zones.map((zone) => ({ zone, state: initialState(domains, random) }));
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo--) {
    const at = untilMs - daysAgo * dayMs;
    for (const { zone, state } of states) {
      if (daysAgo < days - 1) simulateDay(state, random);
      const bulk = zone === zones[0] ? bulkRegistrations[daysAgo] : undefined;
      for (const name of bulk?.names ?? []) state.set(name, [...(bulk?.nameservers ?? [])]);
      if (daysAgo < imitations.length) register(state, domainToASCII(imitations[daysAgo] ?? ''), random);
      yield { zone, at, text: zoneText(zone, state, days - daysAgo) };
    }
  }
}

/** Nameservers of each domain, by its label. */
type ZoneState = Map<string, string[]>;

function initialState(domains: number, random: () => number): ZoneState {
  const state: ZoneState = new Map();
  for (const brand of brands) register(state, brand, random);
  while (state.size < domains) register(state, randomLabel(random), random);
  return state;
}

/** Removes about 1% of the domains, adds 2%, and moves 1% to other nameservers. */
function simulateDay(state: ZoneState, random: () => number): void {
  const names = [...state.keys()].filter((name) => !brands.includes(name));
  for (const name of names) {
    const chance = random();
    if (chance < 0.01) state.delete(name);
    else if (chance < 0.02) register(state, name, random);
  }
  for (let added = 0; added < names.length / 50; added++) register(state, randomLabel(random), random);
}

function register(state: ZoneState, name: string, random: () => number): void {
  const firstNameserver = Math.floor(random() * (nameservers.length / 2)) * 2;
  state.set(name, nameservers.slice(firstNameserver, firstNameserver + 2));
}

function randomLabel(random: () => number): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const number = random() < 0.6 ? String(Math.floor(random() * 1000)) : '';
  return `${pick(beginnings)}${pick(middles)}${number}${pick(ends)}`;
}

function zoneText(zone: string, state: ZoneState, serial: number): string {
  const lines = [`${zone}.\t86400\tin\tsoa\tns1.${zone}. hostmaster.${zone}. ${serial} 7200 900 1209600 86400`];
  for (const name of [...state.keys()].sort()) {
    for (const server of state.get(name) ?? []) lines.push(`${name}.${zone}.\t172800\tin\tns\t${server}.example.`);
  }
  return `${lines.join('\n')}\n`;
}
