// Prints a software bill of materials (CycloneDX, JSON) of the package: its dependencies, and the packages that are
// bundled into its pages. `npm sbom` supports only the former, or all development dependencies.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Packages bundled into the pages of dist/. They are development dependencies, because the package does not install
 * them.
 */
const builtIntoPages = ['graphiql', 'react', 'react-dom', 'swagger-ui-dist'];

const installed = new Set(createBill(['--omit', 'dev']).components.map((component) => component['bom-ref']));
const everything = createBill([]);
const own = everything.metadata.component;
const inPages = findReachable(everything, builtIntoPages);
const shipped = installed.union(inPages);
// npm derives the name of the component from the directory.
everything.metadata.component = { ...own, name };
everything.components = everything.components
  .filter((component) => shipped.has(component['bom-ref']))
  .map((component) => (inPages.has(component['bom-ref']) ? asShipped(component) : component));
everything.dependencies = everything.dependencies
  .filter(({ ref }) => ref === own['bom-ref'] || shipped.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }));
if (own.version !== version)
  fail(`npm sbom reports version ${own.version}, but package.json has ${version}: run npm install`);
process.stdout.write(`${JSON.stringify(everything, undefined, 2)}\n`);

/**
 * The bill of materials of npm with these options. It is generated from the lock file, so it includes the binaries of
 * all platforms.
 */
function createBill(options) {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options];
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) fail(`npm sbom failed; it requires npm 10 or newer: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}

/** Returns the `bom-ref`s of these packages and of their transitive dependencies. */
function findReachable({ metadata, dependencies: edges }, names) {
  const dependsOn = new Map(edges.map((edge) => [edge.ref, edge.dependsOn ?? []]));
  const direct = dependsOn.get(metadata.component['bom-ref']) ?? [];
  const pending = direct.filter((ref) => names.includes(ref.slice(0, ref.lastIndexOf('@'))));
  if (pending.length !== names.length)
    fail(`npm sbom lists only ${pending.length} of ${names.length} bundled packages: run npm install`);
  const reached = new Set();
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    pending.push(...(dependsOn.get(ref) ?? []));
  }
  return reached;
}

/**
 * The component without npm's marks of a development dependency, which packages that are bundled into the pages have.
 */
function asShipped({ properties = [], ...component }) {
  return {
    ...component,
    scope: 'required',
    properties: properties.filter((property) => property.name !== 'cdx:npm:package:development'),
  };
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
