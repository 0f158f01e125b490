// Import rules. `npm run lint` fails for an import that breaks one. CONTRIBUTING.md describes the layout. A domain is a
// folder of subgraphs/, a feature a folder of a domain, a role a file or folder of a feature. Packages are `npm:NAME`,
// modules of Node.js `node:NAME`.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const parts = [
  'benchmarks',
  'command-line',
  'console',
  'examples',
  'gateway',
  'platform',
  'rest-adapters',
  'scripts',
  'subgraphs',
  'test',
];
const partsPatternExcept = (...names: string[]) => `^(?:${parts.filter((name) => !names.includes(name)).join('|')})/`;
/** Matches a role, at the root of a domain or in a feature: `service.ts`, `service/…`, `service-….ts`. */
const role = (...names: string[]) => `^subgraphs/(?:[^/]+/){1,2}(?:${names.join('|')})(?:\\.ts$|/|-)`;
const packages = (...names: string[]) => `^npm:(?:${names.join('|')})(?:/|$)`;
const database = ['^platform/database/', packages('drizzle-orm', 'pg', 'postgres')];
const graphql = [
  '^platform/graph/',
  packages('graphql', 'graphql-scalars', 'type-graphql', '@graphql-tools', '@apollo'),
];
const indexPattern = '/index\\.ts$';
/** A folder of a domain. A small domain has none; its roles are files at its root. */
const feature = '[^/]+';

/**
 * A rule: its name, a pattern of the importing file, patterns of forbidden imports, and exceptions. `$1` and `$2` refer
 * to groups of the first pattern.
 */
type Rule = readonly [name: string, from: string, to: readonly string[], except?: readonly string[]];

const rules: readonly Rule[] = [
  ['production code imports no tests', '^(?!test/)', ['\\.test\\.tsx?$', '^test/']],
  ['the platform imports no other part', '^platform/', [partsPatternExcept('platform')]],
  [
    'the gateway receives subgraphs and adapters as arguments',
    '^gateway/',
    [partsPatternExcept('gateway', 'platform')],
  ],
  [
    'gateway/execution is a library and imports only platform/composite-key-map from the project',
    '^gateway/execution/',
    ['^[^:]+$'],
    ['^gateway/execution/', '^platform/composite-key-map\\.ts$'],
  ],
  [
    'only gateway/apollo-engine imports Apollo’s packages, and others import only its index file',
    '^(?!test/|benchmarks/|gateway/apollo-engine/)',
    [packages('@apollo/gateway', '@apollo/server'), '^gateway/apollo-engine/'],
    ['^gateway/apollo-engine/index\\.ts$'],
  ],
  [
    'only modules that are loaded for tracing import OpenTelemetry',
    '^(?!platform/telemetry/(?:open-telemetry|reporting-exporter|start-telemetry)\\.ts$)',
    [packages('@opentelemetry'), '^platform/telemetry/(?:open-telemetry|reporting-exporter)\\.ts$'],
  ],
  [
    'adapters use the graph, not subgraphs or the database',
    '^rest-adapters/',
    [partsPatternExcept('rest-adapters', 'gateway', 'platform'), ...database],
  ],
  [
    'parts are imported through their index files',
    '^(rest-adapters|command-line|benchmarks)/',
    ['^(?:gateway|rest-adapters|subgraphs)/'],
    [
      '^$1/',
      '^(?:gateway|rest-adapters|subgraphs)/index\\.ts$',
      '^gateway/(?:authentication|sessions|standalone|tls)/index\\.ts$',
      '^subgraphs/[^/]+/(?:service|(?:[^/]+/)?index)\\.ts$',
    ],
  ],
  ['adapters import the index file of the gateway only', '^rest-adapters/', ['^gateway/'], ['^gateway/index\\.ts$']],
  [
    'commands do not import benchmarks, the console, examples, scripts or tests',
    '^command-line/',
    [partsPatternExcept('command-line', 'gateway', 'platform', 'rest-adapters', 'subgraphs')],
  ],
  ['benchmarks do not import the console, scripts or examples', '^benchmarks/', ['^(?:console|scripts|examples)/']],
  ['the console uses the server over HTTP and imports no other part', '^console/', [partsPatternExcept('console')]],
  ['an example imports only its own files, so it can be copied', '^examples/([^/]+)/', ['^[^:]+$'], ['^examples/$1/']],
  ['domains import only the platform and subgraphs/', '^subgraphs/', [partsPatternExcept('subgraphs', 'platform')]],
  ['domains do not import each other', '^subgraphs/([^/]+)/', ['^subgraphs/'], ['^subgraphs/$1/']],
  [
    'files that join the domains import their index files only',
    '^subgraphs/[^/]+$',
    ['^subgraphs/[^/]+/'],
    [`^subgraphs/[^/]+${indexPattern}`],
  ],
  [
    'files that join features import their index files only; schema, service and tables may import others',
    '^subgraphs/[^/]+/(?!tables|schema|service)[^/]+$',
    [`^subgraphs/[^/]+/${feature}/`],
    [indexPattern],
  ],
  [
    'features import each other’s index files only; types, resolvers, loaders and tables may be imported directly',
    `^subgraphs/([^/]+)/(${feature})/`,
    [`^subgraphs/$1/${feature}/`],
    [
      '^subgraphs/$1/$2/',
      `^subgraphs/$1/[^/]+${indexPattern}`,
      '^subgraphs/$1/[^/]+/(?:types|tables|loaders|resolver)(?:\\.ts$|/|-)',
    ],
  ],
  [
    'resolvers import no repositories, no tables and no database',
    role('resolver', 'types', 'fields', 'schema', 'context'),
    [role('repository', 'tables'), ...database],
  ],
  [
    'services import no GraphQL and no tables',
    role('service'),
    [role('resolver', 'types', 'fields', 'loaders', 'context', 'schema', 'tables'), ...graphql],
  ],
  [
    'repositories import no services, no resolvers and no GraphQL',
    role('repository'),
    [role('service', 'resolver', 'types', 'fields', 'loaders', 'context', 'schema'), ...graphql],
  ],
  [
    'rules import only errors, limits, plain types, and libraries without I/O',
    role('rules'),
    ['.'],
    [
      role('rules', 'vocabulary', 'names', 'network'),
      '^platform/(?:calendar-date|callback-url|count-of|domain-error|durations|input-limits|is-object|merkle-tree|name-based-uuid|nesting|parse-exactly|quoted)\\.ts$',
      packages('@peculiar/x509', 'ipaddr.js', 'tr46'),
      '^node:crypto$',
    ],
  ],
  ['types of the graph import no services and no repositories', role('types'), [role('service', 'repository')]],
  [
    'vocabularies import only vocabularies',
    role('vocabulary'),
    ['.'],
    [role('vocabulary'), '^platform/field-set\\.ts$'],
  ],
  [
    'tables import only drizzle and vocabularies',
    role('tables'),
    ['.'],
    [role('tables', 'vocabulary'), '^platform/enum-values\\.ts$', packages('drizzle-orm')],
  ],
];

/** Rules that allow type imports, such as the type of a statement's rows, or of an input of the graph. */
const allowsTypes = new Set([
  'types of the graph import no services and no repositories',
  'vocabularies import only vocabularies',
  'resolvers import no repositories, no tables and no database',
  'services import no GraphQL and no tables',
  'rules import only errors, limits, plain types, and libraries without I/O',
  'tables import only drizzle and vocabularies',
]);

/** Returns the rules that this import breaks. Paths are relative to the project. */
export function findBrokenRules(file: string, imported: string, isType = false): readonly Rule[] {
  return rules.filter(([name, from, to, except = []]) => {
    if (isType && allowsTypes.has(name)) return false;
    const match = /\.test\.tsx?$/.test(file) ? null : new RegExp(from).exec(file);
    const fits = (pattern: string) =>
      new RegExp(pattern.replaceAll(/\$(\d)/g, (_, group: number) => match?.[group] ?? '')).test(imported);
    return match !== null && to.some(fits) && !except.some(fits);
  });
}

/** Returns the imports of a file, and whether each imports only types. */
export function importsOf(file: string, text: string): { imported: string; isType: boolean }[] {
  const { module } = parseSync(file, text);
  const written: [name: string | undefined, isType: boolean][] = [
    ...module.staticImports.map(({ moduleRequest, entries }): [string, boolean] => [
      moduleRequest.value,
      entries.length > 0 && entries.every(({ isType }) => isType),
    ]),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest, isType }): [string | undefined, boolean] => [moduleRequest?.value, isType]),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }): [string | undefined, boolean] => [
      /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1],
      false,
    ]),
  ];
  return written.flatMap(([name, isType]) => (name === undefined ? [] : { imported: moduleOf(file, name), isType }));
}

function moduleOf(file: string, name: string): string {
  if (name.startsWith('.')) return join(dirname(file), name).replace(/\.js$/, '.ts');
  return name.startsWith('node:') ? name : `npm:${name}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(import.meta.dirname);
  const files = globSync(`{${parts.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  const broken = files.flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(({ imported, isType }) =>
      findBrokenRules(file, imported, isType).map(([rule]) => `${file} imports ${imported}: ${rule}`),
    ),
  );
  for (const line of new Set(broken)) process.stderr.write(`${line}\n`);
  process.stdout.write(`Checked the imports of ${files.length} files against ${rules.length} rules.\n`);
  if (broken.length > 0) {
    process.stderr.write('CONTRIBUTING.md, “How the code is laid out”, describes which file imports which.\n');
    process.exitCode = 1;
  }
}
