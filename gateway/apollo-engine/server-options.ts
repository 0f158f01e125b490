import { pathToFileURL } from 'node:url';
import type { ApolloServerOptions, ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl';
import * as disabled from '@apollo/server/plugin/disabled';
import { ApolloServerPluginUsageReporting } from '@apollo/server/plugin/usageReporting';
import * as graphql from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import { ConfigurationError } from '../../platform/configuration/index.js';
import { isObject } from '../../platform/is-object.js';
import type { Logger } from '../../platform/log.js';
import { messageOf } from '../../platform/message-of.js';

/** Names of the options that a plugins module may set. */
const optionNames = ['plugins', 'apollo', 'cache', 'documentStore', 'validationRules'] as const;

type OptionName = (typeof optionNames)[number];

/** Options of Apollo Server that the plugins module sets. */
export type ServerOptions = Pick<ApolloServerOptions<RequestContext>, OptionName>;

/**
 * Reads the default export of the plugins module: the options, or a function that returns the options or a promise of
 * them. The function receives Apollo's plugins and the `graphql` library, because a module outside this package would
 * resolve other copies of them, or none.
 * @throws {ConfigurationError} if the module is invalid
 */
export async function readServerOptions(path: string, log: Logger): Promise<ServerOptions> {
  const exported = await load(path);
  const options: unknown = typeof exported === 'function' ? await callFactory(path, exported, log) : exported;
  if (!isObject(options)) throw moduleError(path, `its default export ${problemOf(exported)}; ${expected}`);
  const unknown = Object.keys(options).find((name) => !optionNames.some((supported) => supported === name));
  if (unknown !== undefined) {
    throw moduleError(path, `it sets ${JSON.stringify(unknown)}; it may set ${optionNames.join(', ')}`);
  }
  assertPlugins(path, options.plugins);
  return options as ServerOptions; // Apollo Server validates the options themselves.
}

const expected = 'export an object such as { plugins: [] }, or a function that returns one';

async function load(path: string): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(path).href);
    return module.default;
  } catch (error) {
    throw moduleError(path, `it cannot be loaded: ${messageOf(error)}`);
  }
}

async function callFactory(path: string, create: CallableFunction, log: Logger): Promise<unknown> {
  const apollo = { ...disabled, ApolloServerPluginCacheControl, ApolloServerPluginUsageReporting };
  try {
    return await create({ apollo, graphql, log });
  } catch (error) {
    throw moduleError(path, `its default export throws: ${messageOf(error)}`);
  }
}

function assertPlugins(path: string, plugins: unknown): asserts plugins is ApolloServerPlugin[] | undefined {
  if (plugins === undefined) return;
  if (!Array.isArray(plugins)) throw moduleError(path, 'its plugins are not an array');
  const invalidIndex = plugins.findIndex((plugin) => !isObject(plugin));
  if (invalidIndex !== -1)
    throw moduleError(path, `plugin ${invalidIndex + 1} is not an object with hooks such as requestDidStart`);
}

function problemOf(exported: unknown): string {
  if (exported === undefined) return 'is missing';
  return typeof exported === 'function' ? 'does not return an object' : 'is not an object';
}

function moduleError(path: string, reason: string): ConfigurationError {
  return new ConfigurationError(`[gateway] apollo_plugins: ${path} cannot be used: ${reason}`);
}
