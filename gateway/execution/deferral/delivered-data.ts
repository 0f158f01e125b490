import { isJsonObject, type JsonObject } from '../plan/merge.js';

type Path = readonly (string | number)[];

/**
 * The response data as the client has it, with all delivered parts merged. A part cannot change delivered data: an
 * object that was delivered as null remains null, and a part that contains null for a delivered object fails as a
 * whole.
 */
export class DeliveredData {
  #root: JsonObject;
  /**
   * Objects and lists that belong to this view. All others are shared with parts, and are copied before they are
   * changed.
   */
  readonly #own = new WeakSet<object>();

  constructor(initial: JsonObject) {
    this.#root = initial;
  }

  /** Whether the client has an object at the path. */
  hasObject(path: Path): boolean {
    return isJsonObject(this.#at(path));
  }

  /**
   * Merges the data of a part into the object at a path. Values that were delivered as null become null in `data`.
   * Returns false, without changing anything, if `data` contradicts delivered data.
   */
  add(path: Path, data: JsonObject): boolean {
    const target = this.#at(path);
    if (!isJsonObject(target) || hasBecomeNull(target, data)) return false;
    this.#root = this.#owned(this.#root);
    let owned: JsonObject = this.#root;
    for (const step of path) {
      const child = this.#owned(owned[step] as JsonObject); // `#at` found only objects and lists on the path.
      owned[step] = child;
      owned = child;
    }
    this.#merge(owned, data);
    return true;
  }

  #at(path: Path): unknown {
    let value: unknown = this.#root;
    for (const step of path) value = childOf(value, step);
    return value;
  }

  #merge(target: JsonObject, source: JsonObject): void {
    for (const key of Object.keys(source)) {
      const [delivered, added] = [childOf(target, key), source[key]];
      if (delivered === undefined) target[key] = added;
      else if (delivered === null) source[key] = null;
      else if (isContainer(delivered) && isContainer(added)) {
        const owned = this.#owned(delivered);
        target[key] = owned;
        // A list is an object with its indices as keys.
        if (delivered !== added) this.#merge(owned as JsonObject, added as JsonObject);
      }
    }
  }

  #owned<Container extends object>(container: Container): Container {
    if (this.#own.has(container)) return container;
    // A list or an object, like `container`.
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container;
    this.#own.add(copy);
    return copy;
  }
}

/** The value at a key of an object or list; undefined if there is none. */
export function childOf(value: unknown, step: string | number): unknown {
  return isContainer(value) && Object.hasOwn(value, step) ? (value as JsonObject)[step] : undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether the added data contains null for a delivered value. */
function hasBecomeNull(delivered: object, added: object): boolean {
  if (delivered === added) return false;
  return Object.keys(added).some((key) => {
    const [before, now] = [childOf(delivered, key), childOf(added, key)];
    if (before === undefined || before === null) return false;
    return now === null || (isContainer(before) && isContainer(now) && hasBecomeNull(before, now));
  });
}
