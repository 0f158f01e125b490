import { type ComponentType, lazy } from 'react';

const loaders: (() => Promise<unknown>)[] = [];

/** The component of a page, `name` of its module, which is loaded when the page is opened first. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  loaders.push(load);
  return lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }));
}

/** Loads all pages, so that they open without delay, and also after the server was updated. */
export async function loadAllPages(): Promise<void> {
  await Promise.allSettled(loaders.map((load) => load()));
}
