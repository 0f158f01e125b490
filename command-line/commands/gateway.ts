import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { startStandaloneGateway } from '../../gateway/standalone/index.js';
import { type Configuration, loadOwnConfiguration, sections } from '../../platform/configuration/index.js';
import { createLog } from '../../platform/log.js';
import { CommandFailure, errorLine } from '../failure.js';
import { inputFile } from '../input-file.js';
import { serve } from '../serve.js';

interface GatewayOptions {
  readonly host?: string;
  readonly port?: number;
  readonly subgraph?: ReadonlyMap<string, string>;
  readonly forwardHeader?: readonly string[];
  readonly overrideLabel?: readonly string[];
  readonly engine?: Configuration['gateway']['engine'];
  readonly timeout?: number;
  readonly maxResponse: number;
  readonly introspection?: boolean;
  readonly subgraphsAuthorize?: boolean;
}

const usualTimeoutSeconds = 15;
const megabyte = 1024 * 1024;
/** Headers of one connection or of the body as it came: another connection and another body have their own. */
const ownHeaders =
  /^(connection|keep-alive|upgrade|te|trailer|transfer-encoding|host|expect|proxy-.*|content-.*|accept.*)$/;

export function addGatewayCommand(command: Command): void {
  command
    .argument('<file>', 'supergraph SDL; - for standard input')
    .option('--host <host>', 'address to listen on; default: [server] host', setting(sections.server.host))
    .option(
      '--port <port>',
      'port to listen on, 0 for any free port; default: [server] port',
      setting(sections.server.port),
    )
    .option('--subgraph <name=url>', 'URL of a subgraph, overriding the supergraph; repeatable', readSubgraph)
    .option('--forward-header <header>', 'forward this request header to the subgraphs; repeatable', readHeader)
    .option(
      '--override-label <label>',
      'activate a label of @override; percent(n) is automatic; repeatable',
      (label: string, labels: readonly string[] = []) => [...labels, label],
    )
    .addOption(
      new Option('--engine <engine>', 'engine that executes operations; default: [gateway] engine').choices([
        'rampart',
        'apollo',
      ]),
    )
    .option(
      '--timeout <seconds>',
      'timeout of a subgraph request in seconds, within [graphql] timeout_seconds (default: 15)',
      number({ above: 0, most: 3600 }),
    )
    .option('--max-response <megabytes>', 'maximum size of a subgraph response', number({ above: 0, most: 1024 }), 64)
    .option('--introspection', 'allow introspection for everyone, even in production and from other machines')
    .option(
      '--subgraphs-authorize',
      'accept supergraphs with @authenticated, @requiresScopes or @policy, which the subgraphs enforce',
    )
    .action(runGateway);
}

async function runGateway(file: string, options: GatewayOptions): Promise<void> {
  const supergraphSdl = await readSupergraph(file);
  const configuration = withAddress(loadOwnConfiguration(), options);
  const subgraphTimeoutSeconds = timeoutWithin(configuration, options);
  const log = createLog({ level: configuration.server.logLevel });
  await serve({
    log,
    async start() {
      const listening = await startStandaloneGateway({
        ...{ configuration, log, supergraphSdl },
        subgraphUrls: options.subgraph ?? new Map(),
        subgraphsAuthorize: options.subgraphsAuthorize === true,
        forwardedHeaders: options.forwardHeader ?? [],
        overrideLabels: options.overrideLabel ?? [],
        ...(options.engine && { engine: options.engine }),
        subgraphTimeoutSeconds,
        maxResponseBytes: options.maxResponse * megabyte,
        schemaIsPublic: options.introspection === true,
      });
      const url = configuration.server.publicUrl || listening.url;
      return { addresses: [{ name: 'graphql', url: `${url}/graphql` }], close: listening.close };
    },
  });
}

async function readSupergraph(file: string): Promise<string> {
  const source = await inputFile(file, { chunkBytes: 1 << 16 });
  return await text(source.open()).catch((error: unknown) => {
    throw new CommandFailure(`${source.name}: ${errorLine(error)}`);
  });
}

function withAddress(configuration: Configuration, { host, port }: GatewayOptions): Configuration {
  const { server } = configuration;
  return { ...configuration, server: { ...server, host: host ?? server.host, port: port ?? server.port } };
}

/** A request is ended when its own time is up, whatever a subgraph may take. */
function timeoutWithin({ graphql }: Configuration, { timeout }: GatewayOptions): number {
  const { timeoutSeconds } = graphql;
  if (timeout === undefined) return Math.min(usualTimeoutSeconds, timeoutSeconds);
  if (timeout <= timeoutSeconds) return timeout;
  throw new CommandFailure(
    `--timeout ${timeout} exceeds [graphql] timeout_seconds (${timeoutSeconds}): increase that setting too`,
  );
}

/** Reads a word as the setting of the same meaning does. */
function setting<Value>({ parse }: { parse(text: string): Value }): (word: string) => Value {
  return (word) => {
    try {
      return parse(word);
    } catch (error) {
      throw new InvalidArgumentError(`It ${(error as Error).message}.`); // Settings throw nothing but errors.
    }
  };
}

function number({ above, most }: { above: number; most: number }): (word: string) => number {
  return (word) => {
    const value = Number(word);
    if (!(value > above && value <= most))
      throw new InvalidArgumentError(`It must be a number above ${above}, at most ${most}.`);
    return value;
  };
}

function readSubgraph(word: string, known: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const [, name, url] = /^([^=]+)=(.+)$/.exec(word) ?? [];
  if (name === undefined || url === undefined) throw new InvalidArgumentError('It must be NAME=URL.');
  if (known.has(name)) throw new InvalidArgumentError(`${name} has two URLs.`);
  return new Map(known).set(name, url);
}

function readHeader(word: string, known: readonly string[] = []): string[] {
  const name = word.toLowerCase();
  if (!/^[-!#$%&'*+.^_`|~0-9a-z]+$/.test(name)) throw new InvalidArgumentError('It must be a header name.');
  if (ownHeaders.test(name)) throw new InvalidArgumentError('Connection and content headers cannot be forwarded.');
  return [...known, name];
}
