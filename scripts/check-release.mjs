// check-release.mjs TAG [--notes]: fails unless the tag matches the version in package.json, and CHANGELOG.md has a
// section with its date and at least one entry; with --notes, prints that section. Reads the working directory.
import { readFileSync } from 'node:fs';

const [tag = '', option] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) fail(`the tag is ${tag || 'missing'}, but package.json requires v${version}`);

// Sections of the changelog: heading, and text up to the next heading.
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
const section = sections.find((text) => text.startsWith(`[${version}]`));
if (section === undefined) fail(`CHANGELOG.md has no section [${version}]`);
const [heading, ...lines] = section.split('\n');
const date = /^\[[^\]]+\] - (\d{4}-\d{2}-\d{2})$/.exec(heading)?.[1];
if (date === undefined) fail(`CHANGELOG.md has "${heading}", expected "[${version}] - YYYY-MM-DD"`);
const notes = lines.join('\n').trim();
if (notes === '') fail(`CHANGELOG.md has no entry for ${version}`);
if (option === '--notes') process.stdout.write(`${notes}\n`);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
