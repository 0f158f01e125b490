import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  forwardHeaderProblem,
  type HeaderRule,
  headerRuleProblem,
  originProblem,
} from '../../gateway/standalone/index.js';
import { type Configuration, sections } from '../../platform/configuration/index.js';
import { parseDecimal } from '../number-options.js';
import { collectValues } from '../repeatable-option.js';

/** Values from the command line; absent ones come from the configuration file. */
export interface GatewayOptions {
  readonly config?: string;
  readonly host?: string;
  readonly port?: number;
  readonly workers?: string;
  readonly poll?: number;
  readonly subgraph?: ReadonlyMap<string, string>;
  readonly forwardHeader?: readonly string[];
  readonly responseHeader?: ReadonlyMap<string, HeaderRule>;
  readonly corsOrigin?: readonly string[];
  readonly jwks?: string;
  readonly issuer?: readonly string[];
  readonly audience?: readonly string[];
  readonly overrideLabel?: readonly string[];
  readonly engine?: Configuration['gateway']['engine'];
  readonly timeout?: number;
  readonly maxResponse?: number;
  readonly introspection?: boolean;
  readonly subgraphsAuthorize?: boolean;
}

export function addGatewayOptions(command: Command): Command {
  return command
    .argument('<supergraph>', 'file or URL of the supergraph SDL; - for standard input')
    .option('--config <file>', 'configuration file; see docs/standalone-gateway.md')
    .option('--host <host>', 'address to listen on; default: [server] host', settingParser(sections.server.host))
    .option(
      '--port <port>',
      'port to listen on, 0 for any free port; default: [server] port',
      settingParser(sections.server.port),
    )
    .option(
      '--workers <number>',
      'number of processes that share the port, 1–256, or auto: one per core; default: [server] workers',
    )
    .option(
      '--poll <seconds>',
      'seconds between checks for a new supergraph, 0–86400; 0: no checks; SIGHUP reloads immediately (default: 10)',
      numberParser({ min: 0, max: 86_400 }),
    )
    .option(
      '--subgraph <name=url>',
      'URL of a subgraph, instead of its URL in the supergraph; repeatable',
      readSubgraph,
    )
    .option('--forward-header <header>', 'forward this request header to the subgraphs; repeatable', readHeader)
    .option(
      '--response-header <header=rule>',
      'send this header of subgraph responses to the client; the rule combines the values of several responses: first, last, append or, only for cache-control, strictest; repeatable',
      readHeaderRule,
    )
    .option('--cors-origin <origin>', 'allow pages of this origin to use the gateway (CORS); repeatable', readOrigin)
    .option(
      '--jwks <url|file>',
      'URL or file of the JSON Web Key Set that verifies bearer tokens; default: [authentication] jwks; if neither is set, tokens are not verified',
    )
    .option(
      '--issuer <issuer>',
      'accepted issuer of tokens; repeatable; default: [authentication] issuer; any issuer if it is empty',
      collectValues,
    )
    .option(
      '--audience <audience>',
      'accepted audience of tokens; repeatable; default: [authentication] audience; any audience if it is empty',
      collectValues,
    )
    .option(
      '--override-label <label>',
      'activate this label of @override directives, unless it has the form percent(n), which needs no activation; repeatable',
      collectValues,
    )
    .addOption(
      new Option('--engine <engine>', 'engine that executes operations; default: [gateway] engine').choices([
        'rampart',
        'apollo',
      ]),
    )
    .option(
      '--timeout <seconds>',
      'timeout of a subgraph request in seconds, at most [graphql] timeout_seconds (default: 15)',
      numberParser({ above: 0, max: 3600 }),
    )
    .option(
      '--max-response <megabytes>',
      'maximum size of a subgraph response, in megabytes, at most 1024 (default: 64)',
      numberParser({ above: 0, max: 1024 }),
    )
    .option('--introspection', 'allow introspection for everyone, even in production and from other machines')
    .option(
      '--subgraphs-authorize',
      'leave @authenticated, @requiresScopes and @policy to the subgraphs instead of enforcing them',
    );
}

/** Creates a parser of an option that accepts the values of the corresponding setting. */
function settingParser<Value>({ parse }: { parse(text: string): Value }): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(`It ${(error as Error).message}.`); // Parsers of settings throw only instances of Error.
    }
  };
}

function numberParser(range: { above?: number; min?: number; max: number }): (text: string) => number {
  const { above = Number.NEGATIVE_INFINITY, min = Number.NEGATIVE_INFINITY, max } = range;
  const bound = range.above === undefined ? `of at least ${min}` : `above ${above}`;
  return (text) => {
    const value = parseDecimal(text);
    if (!(value > above && value >= min && value <= max))
      throw new InvalidArgumentError(`It must be a number ${bound}, at most ${max}.`);
    return value;
  };
}

function readSubgraph(text: string, previous: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const [, name, url] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || url === undefined) throw new InvalidArgumentError('It must be NAME=URL.');
  if (previous.has(name)) throw new InvalidArgumentError(`The subgraph ${name} has two URLs: specify one.`);
  return new Map(previous).set(name, url);
}

function readHeader(text: string, previous: readonly string[] = []): string[] {
  reject(forwardHeaderProblem(text));
  return [...previous, text.toLowerCase()];
}

function readHeaderRule(text: string, previous: ReadonlyMap<string, HeaderRule> = new Map()): Map<string, HeaderRule> {
  const [, name, rule] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || rule === undefined) throw new InvalidArgumentError('It must be HEADER=RULE.');
  reject(headerRuleProblem(name, rule));
  return new Map(previous).set(name.toLowerCase(), rule as HeaderRule); // A rule without a problem is valid.
}

function readOrigin(text: string, previous: readonly string[] = []): string[] {
  reject(originProblem(text));
  return [...previous, text];
}

function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`.replace('It connection', 'Connection'));
}
