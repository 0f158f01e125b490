import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A synthetic zone on one of two days. From the first day to the second, on average three of 3,000 domains are removed,
 * three are added, and three change nameservers.
 */
export interface ZoneDay {
  readonly domains: number;
  readonly day: 0 | 1;
  /** Serial of the SOA record. It must increase with each file if files of the two days alternate. */
  readonly serial?: number;
}

/** Number of hosting providers, each with two nameservers. */
const providers = 20_000;
/** Number of domains of which nine are removed, added or changed from the first day to the second. */
const changeRange = 3000;
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const words = ['shop', 'bank', 'cloud', 'data', 'home', 'media', 'online', 'pay', 'tech', 'web', 'group', 'my', 'x'];

/** Generates the delegations of a day, sorted by label as in the zone files of registries. */
export function* delegations({ domains, day }: ZoneDay): Generator<{ label: string; provider: number }> {
  const letters = countedLetters(domains);
  for (let index = 0; index < domains; index++) {
    const random = mixBits(index);
    const fate = random % changeRange;
    const isRemoved = day === 1 ? fate < 3 : fate >= 3 && fate < 6;
    if (isRemoved) continue;
    const providerOffset = day === 1 && fate >= 6 && fate < 9 ? 1 : 0;
    yield {
      label: labelOf(encodeLetters(index, letters), random),
      provider: (mixBits(random) + providerOffset) % providers,
    };
  }
}

/** Creates a label: the encoded index of the domain, then a word and random characters that resemble a name. */
function labelOf(encodedIndex: string, random: number): string {
  const word = words[random % words.length] ?? '';
  return `${encodedIndex}${word}${(random % 46_656).toString(36)}`;
}

/** The number of letters at the beginning of each label that encode the index of the domain. */
export function countedLetters(domains: number): number {
  return domains <= alphabet.length ** 5 ? 5 : 6;
}

/** Encodes a number as `letters` letters whose alphabetical order is the numerical order. */
export function encodeLetters(index: number, letters: number): string {
  let encoded = '';
  for (let rest = index, position = 0; position < letters; position++) {
    encoded = `${alphabet[rest % 26]}${encoded}`;
    rest = Math.floor(rest / 26);
  }
  return encoded;
}

/** Derives a pseudorandom number from a number (the finalizer of MurmurHash3). */
export function mixBits(value: number): number {
  let mixed = value ^ 0x9e37_79b9;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Writes the zone file of a day in the format of CZDS. */
export async function writeZoneFile(path: string, zone: string, day: ZoneDay): Promise<void> {
  await writeLines(path, zoneLines(zone, day));
}

function* zoneLines(zone: string, day: ZoneDay): Generator<string> {
  const serial = day.serial ?? 2_026_050_100 + day.day;
  yield `${zone}.\t900\tin\tsoa\ta.nic.${zone}. hostmaster.nic.${zone}. ${serial} 1800 900 604800 86400\n`;
  for (const { label, provider } of delegations(day)) {
    for (const server of ['ns1', 'ns2']) {
      yield `${label}.${zone}.\t172800\tin\tns\t${server}.provider-${provider}.net.\n`;
    }
  }
}

/** Writes the domain–nameserver pairs of a day as rows for COPY. */
export async function writePairs(path: string, day: ZoneDay): Promise<void> {
  await writeLines(path, pairLines(day));
}

function* pairLines(day: ZoneDay): Generator<string> {
  for (const { label, provider } of delegations(day)) {
    yield `${label}\tns1.provider-${provider}.net.\n${label}\tns2.provider-${provider}.net.\n`;
  }
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  function* chunks(): Generator<string> {
    let chunk = '';
    for (const line of lines) {
      chunk += line;
      if (chunk.length < 262_144) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path));
}
