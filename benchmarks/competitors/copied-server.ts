import { registerHooks } from 'node:module';
import type * as Rampart from '../../command-line/rampart.js';
import type * as ClockModule from '../../platform/clock.js';
import type * as ConfigurationModule from '../../platform/configuration/index.js';
import type * as LogModule from '../../platform/log.js';
import { setV8Flags } from '../../platform/v8-flags.js';
import { readOptions, serveUntilParentExits } from './own-process.js';

/** A complete server with its own copy of all modules, and therefore of the code that V8 compiles. */
export interface ServerCopy {
  /** Name of the copy in URLs and paths; letters only. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether to replace the span functions with no-ops, which V8 inlines. */
  readonly removesTracing?: boolean;
}

/** Source of the module that replaces platform/telemetry/span.ts with functions that do not trace. */
const noopSpanModule = `
export const currentSpan = () => undefined;
export const runInSpan = (span, run) => run();
export const runOutsideSpans = (run) => run();
export const traced = (name, options, run) => run();
export const within = (span, run) => run(span);
export const errorTypeOf = () => '';
`;

// Servers of one process are measured under the same conditions: heap, caches, and other load of the machine.

setV8Flags();
const copies = readOptions<readonly ServerCopy[]>();
const root = new URL('../../', import.meta.url);
const untracedCopies = new Set(copies.filter(({ removesTracing }) => removesTracing).map(({ name }) => name));
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const { searchParams } = new URL(context.parentURL ?? root);
    const copy = searchParams.get('copy');
    return copy !== null && resolved.url.startsWith(root.href)
      ? { ...resolved, url: copyUrl(resolved.url, copy) }
      : resolved;
  },
  load(url, context, next) {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/platform/telemetry/span.js') && untracedCopies.has(searchParams.get('copy') ?? '')) {
      return { format: 'module', source: noopSpanModule, shortCircuit: true };
    }
    return next(url, context);
  },
});

const origins: string[] = [];
for (const copy of copies) origins.push(await start(copy));
serveUntilParentExits(origins.join(' '));

async function start({ name, environment }: ServerCopy): Promise<string> {
  // Copies of these modules.
  const load = <Module>(path: string) => import(copyUrl(new URL(path, root).href, name)) as Promise<Module>;
  const { startRampart } = await load<typeof Rampart>('command-line/rampart.js');
  const { loadConfiguration } = await load<typeof ConfigurationModule>('platform/configuration/index.js');
  const { systemClock } = await load<typeof ClockModule>('platform/clock.js');
  const { createLog } = await load<typeof LogModule>('platform/log.js');
  const configuration = loadConfiguration({ environment: { ...environment }, workingDirectory: '/' });
  const { addresses } = await startRampart({ configuration, clock: systemClock, log: createLog({ level: 'warn' }) });
  return addresses.find((address) => address.name === 'rest')?.url ?? '';
}

function copyUrl(url: string, name: string): string {
  return `${url}?copy=${name}`;
}
