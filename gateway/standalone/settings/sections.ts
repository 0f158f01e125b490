import {
  addressRanges,
  choice,
  decimal,
  flag,
  integer,
  type Setting,
  splitList,
  text,
} from '../../../platform/configuration/index.js';
import { isHeaderName } from '../header-name.js';

/** A setting with words separated by commas or spaces. */
function wordList(details: {
  default: readonly string[];
  description: string;
  check?: (word: string) => string | undefined;
}): Setting<readonly string[]> {
  function parse(input: string): readonly string[] {
    const all = splitList(input);
    for (const word of all) {
      const problem = details.check?.(word);
      if (problem !== undefined) throw new Error(`${problem}: ${word}`);
    }
    return all;
  }
  return { secret: false, default: details.default, description: details.description, parse };
}

/** Headers of a single connection or body, which must not be forwarded. */
const connectionHeaders =
  /^(connection|keep-alive|upgrade|te|trailer|transfer-encoding|host|expect|proxy-.*|content-.*|accept.*)$/;

/** The reason why a request header cannot be forwarded; undefined if it can. */
export function forwardHeaderProblem(name: string): string | undefined {
  if (!isHeaderName(name)) return 'must be the name of a header';
  return connectionHeaders.test(name.toLowerCase())
    ? 'connection, content and accept headers cannot be forwarded'
    : undefined;
}

/** The reason why an origin of pages cannot be allowed; undefined if it can. */
export function originProblem(origin: string): string | undefined {
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin && /^https?:/.test(origin);
  return isOrigin ? undefined : 'must be an origin, such as https://app.example.com, without a path';
}

const headerName = (name: string): string | undefined =>
  name === '' || isHeaderName(name) ? undefined : 'must be the name of a header';

function header(description: string): Setting<string> {
  function parse(input: string): string {
    const problem = headerName(input);
    if (problem !== undefined) throw new Error(problem);
    return input.toLowerCase();
  }
  return { secret: false, default: '', description, parse };
}

/** The sections of a gateway's configuration file. */
export const gatewaySections = {
  supergraph: {
    pollSeconds: decimal(
      { minimum: 0, maximum: 86_400 },
      { default: 10, description: 'Interval between checks for a new supergraph, in seconds; 0: only on SIGHUP.' },
    ),
    timeoutSeconds: decimal(
      { minimum: 0.1, maximum: 600 },
      { default: 30, description: 'Timeout of a request to the URL of the supergraph, in seconds.' },
    ),
    authorizationFile: text({
      default: '',
      description:
        'Path of a file with the value of the Authorization header for the URL of the supergraph; read for each request. Empty: none.',
    }),
    authorizationEnv: text({
      default: '',
      description:
        'Name of the environment variable with the value of the Authorization header for the URL of the supergraph. Empty: none.',
    }),
    overrideLabels: wordList({
      default: [],
      description:
        'Active labels of progressive @override directives; labels of the form percent(n) need not be listed.',
    }),
  },
  clients: {
    introspection: flag({
      default: false,
      description:
        'Whether introspection is allowed for everyone, even in production and from other machines. If off, it is allowed only outside production, while no other machine can reach the gateway.',
    }),
    forwardHeaders: wordList({
      default: [],
      description: 'Request headers that are forwarded to the subgraphs.',
      check: forwardHeaderProblem,
    }),
    corsOrigins: wordList({
      default: [],
      description: 'Origins whose pages may use the gateway (CORS), such as https://app.example.com.',
      check: originProblem,
    }),
    corsCredentials: flag({
      default: false,
      description: 'Whether cross-origin requests may contain credentials, such as cookies.',
    }),
    corsHeaders: wordList({
      default: [],
      description:
        'Request headers that pages of allowed origins may set, in addition to forwarded headers and the headers of GraphQL clients.',
      check: headerName,
    }),
  },
  authentication: {
    jwks: text({
      default: '',
      description: 'URL or file of the JSON Web Key Set that verifies bearer tokens; empty: tokens are not verified.',
    }),
    issuer: wordList({ default: [], description: 'Accepted issuers (iss) of tokens; empty: any issuer.' }),
    audience: wordList({ default: [], description: 'Accepted audiences (aud) of tokens; empty: any audience.' }),
    scopeClaims: wordList({
      default: ['scope', 'scp'],
      description: 'Names of claims that list scopes for @requiresScopes.',
    }),
    policyClaims: wordList({
      default: [],
      description: 'Names of claims that list policies for @policy; empty: no policies are read from tokens.',
    }),
    trustedProxies: addressRanges({
      default: [],
      description:
        'IP addresses or CIDR ranges of proxies whose headers identify users; required with user_header, scopes_header or policies_header. Empty: no headers identify users.',
    }),
    userHeader: header(
      'Name of the header in which trusted proxies send the authenticated user; empty: no user is read from a header.',
    ),
    scopesHeader: header(
      'Name of the header in which trusted proxies send the scopes of the user, separated by spaces or commas; empty: none.',
    ),
    policiesHeader: header(
      'Name of the header in which trusted proxies send the policies that the user satisfies, separated by spaces or commas; empty: none.',
    ),
  },
  authorization: {
    enforcedBy: choice(['gateway', 'subgraphs'], {
      default: 'gateway',
      description: 'Component that enforces @authenticated, @requiresScopes and @policy.',
    }),
    unauthorized: choice(['filter', 'reject'], {
      default: 'filter',
      description:
        'Effect of unauthorized fields in an operation. filter: the fields are null, with errors; reject: the operation is rejected.',
    }),
  },
} as const satisfies Record<string, Record<string, Setting<unknown>>>;

/** The keys of section `[subgraphs]`, which apply to all subgraphs, and of `[subgraph NAME]` for one. */
export const subgraphSection = {
  timeoutSeconds: decimal(
    { minimum: 0.001, maximum: 3600 },
    { default: 15, description: 'Timeout of a fetch with its retries, in seconds.' },
  ),
  maxResponseMegabytes: decimal(
    { minimum: 0.001, maximum: 1024 },
    { default: 64, description: 'Maximum size of a decompressed response, in megabytes (2^20 bytes).' },
  ),
  retries: integer(
    { minimum: 0, maximum: 10 },
    { default: 2, description: 'Maximum number of retries of a query; mutations are not retried.' },
  ),
  retryBudget: decimal(
    { minimum: 0, maximum: 1 },
    { default: 0.1, description: 'Maximum ratio of retries to queries, in addition to one retry per second.' },
  ),
  deduplicate: flag({
    default: true,
    description: 'Whether identical concurrent queries are combined into one request.',
  }),
  compression: flag({ default: true, description: 'Whether compressed responses are requested.' }),
  compressRequests: flag({ default: false, description: 'Whether request bodies are compressed with gzip.' }),
  subscriptions: choice(['none', 'sse'], {
    default: 'none',
    description:
      'Protocol of subscriptions: sse (server-sent events); none: subscription fields are omitted from the schema.',
  }),
} as const satisfies Record<string, Setting<unknown>>;

/** The keys of `[subgraph NAME]`. */
export const oneSubgraphSection = {
  ...subgraphSection,
  url: text({ default: '', description: 'URL of the subgraph; empty: the URL in the supergraph.' }),
  subscriptionUrl: text({ default: '', description: 'URL for subscriptions; empty: the URL for queries.' }),
};

type Values<Section> = { readonly [Key in keyof Section]: Section[Key] extends Setting<infer Value> ? Value : never };

export type GatewayValues = {
  readonly [Name in keyof typeof gatewaySections]: Values<(typeof gatewaySections)[Name]>;
};
export type SubgraphValues = Values<typeof oneSubgraphSection>;

/** Returns the default values of a section's settings. */
export function defaultsOf<Section extends Readonly<Record<string, Setting<unknown>>>>(
  settings: Section,
): Values<Section> {
  const defaults = Object.entries(settings).map(([key, setting]) => [key, setting.default]);
  return Object.fromEntries(defaults) as Values<Section>;
}
