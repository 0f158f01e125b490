import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * Settings of the engine for a process that answers requests: docs/decisions/0027. Once everything is loaded: code that
 * was compiled and kept with other settings is compiled anew.
 */
export function setV8Flags(): void {
  flushCompileCache();
  setFlagsFromString('--no-allocation-site-pretenuring');
}
