import { setFlagsFromString } from 'node:v8';

/**
 * Settings of the engine, for processes that answer requests: docs/decisions, "Young arrays stay young". Before the work begins.
 */
export function setV8Flags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
