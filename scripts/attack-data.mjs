// Writes subgraphs/alerts/attack/enterprise-attack.json from MITRE's STIX 2 data of ATT&CK for Enterprise:
//
//   node scripts/attack-data.mjs VERSION LICENSE BUNDLE...
//
// LICENSE is the text of MITRE's license, BUNDLE a bundle of STIX objects: enterprise-attack.json, or the files of the
// directories attack-pattern, relationship, x-mitre-matrix and x-mitre-tactic (https://github.com/mitre/cti).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const output = join(dirname(fileURLToPath(import.meta.url)), '../subgraphs/alerts/attack/enterprise-attack.json');
const [version, licenseFile, ...bundles] = process.argv.slice(2);
if (version === undefined || licenseFile === undefined || bundles.length === 0) {
  process.stderr.write('usage: node scripts/attack-data.mjs VERSION LICENSE BUNDLE...\n');
  process.exit(2);
}

const objects = bundles.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).objects);
const byId = new Map(objects.map((object) => [object.id, object]));
const ofType = (type) => objects.filter((object) => object.type === type);
const attackId = ({ external_references }) =>
  external_references.find(({ source_name }) => source_name === 'mitre-attack').external_id;

const [matrix] = ofType('x-mitre-matrix');
const tactics = matrix.tactic_refs.map((id) => byId.get(id));
const idOfPhase = new Map(tactics.map((tactic) => [tactic.x_mitre_shortname, attackId(tactic)]));
const replacements = new Map(
  ofType('relationship')
    .filter(({ relationship_type }) => relationship_type === 'revoked-by')
    .map(({ source_ref, target_ref }) => [source_ref, byId.get(target_ref)]),
);

const techniques = ofType('attack-pattern')
  .map((pattern) => {
    const replacement = replacements.get(pattern.id);
    return {
      id: attackId(pattern),
      name: pattern.name,
      tactics: (pattern.kill_chain_phases ?? [])
        .filter(({ kill_chain_name }) => kill_chain_name === 'mitre-attack')
        .map(({ phase_name }) => idOfPhase.get(phase_name))
        .filter((id) => id !== undefined),
      ...(pattern.revoked || pattern.x_mitre_deprecated ? { isRetired: true } : {}),
      ...(replacement === undefined ? {} : { replacedBy: attackId(replacement) }),
    };
  })
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

// The license asks for a reproduction of itself and of the copyright in every copy.
const license = readFileSync(licenseFile, 'utf8').split(/^CAPEC/m)[0];
const [notice] = license.match(/©.*?(?=")/s);
const lines = (items) => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
writeFileSync(
  output,
  `{
  "name": ${JSON.stringify(matrix.name)},
  "version": ${JSON.stringify(version)},
  "notice": ${JSON.stringify(notice)},
  "license": [
${lines(license.trim().split('\n').slice(2))}
  ],
  "tactics": [
${lines(tactics.map((tactic) => ({ id: attackId(tactic), name: tactic.name })))}
  ],
  "techniques": [
${lines(techniques)}
  ]
}
`,
);
process.stdout.write(`${output}: ${tactics.length} tactics, ${techniques.length} techniques\n`);
