import { domainToASCII } from 'node:url';
import { seededRandom } from './seeded-random.js';

/** One zone file as a registry would hand it over. */
export interface SampleZoneFile {
  readonly zone: string;
  /** Unix epoch milliseconds. */
  readonly at: number;
  /** RFC 1035, one record a line. */
  readonly text: string;
}

export interface SampleZonesOptions {
  /** Unix epoch milliseconds at which the last files were made. */
  readonly until: number;
  /** Domains in each zone on the first day. */
  readonly domains: number;
  /** The same seed gives the same sample. */
  readonly seed?: number;
}

const day = 86_400_000;
const days = 12;
/** Top-level domains that nobody has. The hosts of the sample of alerts lie under the second. */
const zones = ['demo', 'example'];
const hosters = ['ns1.parkside', 'ns2.parkside', 'a.hostwell', 'b.hostwell', 'dns1.cloudrow', 'dns2.cloudrow'];
const beginnings = ['blue', 'north', 'river', 'open', 'silver', 'quick', 'green', 'stone', 'fresh', 'bright', 'east'];
const middles = ['field', 'wind', 'line', 'market', 'code', 'garden', 'data', 'house', 'trade', 'works', 'light'];
const ends = ['', 's', '-shop', '-online', '24', 'hub', 'lab', '-group', 'app', '-media'];

/** What somebody registers who is after the customers of a brand. */
const imitations = ['n0rthwind', 'northvvind', 'norhtwind', 'northwind-login', 'nörthwind', 'nοrthwind', 'c0ntoso'];
const brands = ['northwind', 'contoso', 'fabrikam'];

/** The files of some zones over some days, the oldest first: names come, go and change their nameservers. */
export function* sampleZoneFiles({ until, domains, seed = 7 }: SampleZonesOptions): Generator<SampleZoneFile> {
  const random = seededRandom(seed);
  const states = zones.map((zone) => ({ zone, state: firstState(domains, random) }));
  for (let left = days - 1; left >= 0; left--) {
    const at = until - left * day;
    for (const { zone, state } of states) {
      if (left < days - 1) passDay(state, random);
      if (left < imitations.length) register(state, domainToASCII(imitations[left] ?? ''), random);
      yield { zone, at, text: zoneText(zone, state, days - left) };
    }
  }
}

/** Labels with their nameservers. */
type ZoneState = Map<string, string[]>;

function firstState(domains: number, random: () => number): ZoneState {
  const state: ZoneState = new Map();
  for (const brand of brands) register(state, brand, random);
  while (state.size < domains) register(state, label(random), random);
  return state;
}

/** About one in a hundred goes, one in fifty comes, one in a hundred moves to another hoster. */
function passDay(state: ZoneState, random: () => number): void {
  const names = [...state.keys()].filter((name) => !brands.includes(name));
  for (const name of names) {
    const chance = random();
    if (chance < 0.01) state.delete(name);
    else if (chance < 0.02) register(state, name, random);
  }
  for (let added = 0; added < names.length / 50; added++) register(state, label(random), random);
}

function register(state: ZoneState, name: string, random: () => number): void {
  const hoster = Math.floor(random() * (hosters.length / 2)) * 2;
  state.set(name, hosters.slice(hoster, hoster + 2));
}

function label(random: () => number): string {
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
