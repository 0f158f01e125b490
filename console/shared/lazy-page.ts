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

/** Loads all pages, so they open without delay, and also after an update of the server. */
export async function loadAllPages(): Promise<void> {
  await Promise.allSettled(loaders.map((load) => load()));
}
