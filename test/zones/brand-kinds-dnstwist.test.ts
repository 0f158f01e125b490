import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BrandMatcher } from '../../subgraphs/zones/brands/rules/brand-matcher.js';
import { BrandHitKind } from '../../subgraphs/zones/brands/vocabulary.js';

// Debian's package, which is a module of the system's interpreter.
const python = '/usr/bin/python3';
const dictionaries = '/usr/share/dnstwist/dictionaries';
const isInstalled = existsSync(dictionaries) && spawnSync(python, ['-c', 'import dnstwist, idna']).status === 0;
if (!isInstalled) process.stdout.write('dnstwist is not installed: kinds of look-alikes are not compared with it\n');

/** The kind that matches the names of each generator of dnstwist. */
const kindOf: Readonly<Record<string, BrandHitKind>> = {
  ...{ addition: BrandHitKind.ADDITION, bitsquatting: BrandHitKind.BITSQUATTING, cyrillic: BrandHitKind.HOMOGLYPH },
  ...{ homoglyph: BrandHitKind.HOMOGLYPH, hyphenation: BrandHitKind.HYPHENATION, insertion: BrandHitKind.INSERTION },
  ...{ omission: BrandHitKind.OMISSION, repetition: BrandHitKind.REPETITION, replacement: BrandHitKind.REPLACEMENT },
  ...{ subdomain: BrandHitKind.SUBDOMAIN, transposition: BrandHitKind.TRANSPOSITION },
  ...{ 'vowel-swap': BrandHitKind.VOWEL_SWAP, dictionary: BrandHitKind.COMBOSQUAT, 'tld-swap': BrandHitKind.TLD_SWAP },
};

const program = `
import json, sys, dnstwist
words = lambda name: [line.strip() for line in open(name) if line.strip() and not line.startswith('//')]
folder, domain = sys.argv[1:]
found = {}
for kind in json.loads(sys.stdin.read()):
    fuzz = dnstwist.Fuzzer(domain, dictionary=[word for language in ('english', 'french', 'polish') for word in words(folder + '/' + language + '.dict')], tld_dictionary=words(folder + '/common_tlds.dict') + words(folder + '/abused_tlds.dict'))
    fuzz.generate(fuzzers=[kind])
    found[kind] = sorted(each['domain'] for each in fuzz.domains)
print(json.dumps(found))
`;

function generateNames(domain: string): Record<string, string[]> {
  const input = JSON.stringify([...Object.keys(kindOf), 'various']);
  const output = execFileSync(python, ['-c', program, dictionaries, domain], { input, encoding: 'utf8' });
  return JSON.parse(output) as Record<string, string[]>; // The program above writes this format.
}

function findMissedNames(
  names: readonly string[],
  { name, zone, kinds }: { name: string; zone: string; kinds: BrandHitKind[] },
) {
  const brand = { name, allowedNames: [`${name}.${zone}`], zones: null, kinds, maxDistance: 1, words: [] };
  const matcher = new BrandMatcher([brand], [zone]);
  return names.filter((domain) => {
    if (domain === `${name}.${zone}`) return false;
    const suffix = domain.endsWith(`.${zone}`) ? `.${zone}` : domain.slice(domain.indexOf('.'));
    const label = domain.slice(0, -suffix.length);
    return matcher.match({ label, zone: suffix.slice(1), suffix }).length === 0;
  });
}

describe.runIf(isInstalled)('dnstwist', () => {
  test.each(['paypal.com', 'q-bee.org', 'vim8.co.uk'])(
    'generates only variants of %s that are hits of the corresponding kind',
    (domain) => {
      const [name = '', ...rest] = domain.split('.');
      const zone = rest.join('.');
      for (const [generator, names] of Object.entries(generateNames(domain))) {
        const kind = kindOf[generator];
        const kinds = kind === undefined ? [BrandHitKind.SUBDOMAIN, BrandHitKind.TLD_SWAP] : [kind];
        expect([generator, findMissedNames(names, { name, zone, kinds })]).toEqual([generator, []]);
        if (generator !== 'cyrillic') expect(names.length, generator).toBeGreaterThan(0);
      }
    },
  );
});
