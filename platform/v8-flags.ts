import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * Sets V8 flags for server processes (docs/decisions/0027). Call it after loading all modules, because cached code that
 * was compiled with other flags is recompiled.
 */
export function setV8Flags(): void {
  flushCompileCache();
  setFlagsFromString('--no-allocation-site-pretenuring');
}
