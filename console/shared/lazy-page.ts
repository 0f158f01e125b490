import { type ComponentType, lazy } from 'react';

const loaders: (() => Promise<unknown>)[] = [];

/** The component of a page, exported as `name`. Its module is loaded when the page is first opened. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  loaders.push(load);
  return lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }));
}

/**
 * Loads the modules of all pages, so pages open without delay, even after an update of the server has replaced the
 * files.
 */
export async function loadAllPages(): Promise<void> {
  await Promise.allSettled(loaders.map((load) => load()));
}
