import { isJsonObject, type JsonObject } from '../plan/merge.js';

type Path = readonly (string | number)[];

/**
 * The data of a response as its client has it, with all parts merged. A part changes nothing that was delivered: an
 * object that became null remains null, and a part in which a delivered object is null now fails as a whole.
 */
export class DeliveredData {
  #root: JsonObject;
  /** Containers that belong to this view; all others are shared with parts and are copied before they change. */
  readonly #own = new WeakSet<object>();

  constructor(initial: JsonObject) {
    this.#root = initial;
  }

  /** Whether the client has an object at the path. */
  hasObject(path: Path): boolean {
    return isJsonObject(this.#at(path));
  }

  /**
   * Adds a part to the object at a path. Returns false and adds nothing if the part contradicts delivered data. Nulls
   * that were delivered are put into the data.
   */
  add(path: Path, data: JsonObject): boolean {
    const target = this.#at(path);
    if (!isJsonObject(target) || hasBecomeNull(target, data)) return false;
    this.#root = this.#owned(this.#root);
    let owned: JsonObject = this.#root;
    for (const step of path) {
      const child = this.#owned(owned[step] as JsonObject); // `#at` has found objects and lists on the path.
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
      const [known, added] = [target[key], source[key]];
      if (known === undefined) target[key] = added;
      else if (known === null) source[key] = null;
      else if (isContainer(known) && isContainer(added)) {
        const owned = this.#owned(known);
        target[key] = owned;
        // A list is an object with its indices as keys.
        if (known !== added) this.#merge(owned as JsonObject, added as JsonObject);
      }
    }
  }

  #owned<Container extends object>(container: Container): Container {
    if (this.#own.has(container)) return container;
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container; // The same form.
    this.#own.add(copy);
    return copy;
  }
}

/** The value under a key of an object or list; undefined if there is none. */
export function childOf(value: unknown, step: string | number): unknown {
  return isContainer(value) && Object.hasOwn(value, step) ? (value as JsonObject)[step] : undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a value that was delivered is null now. */
function hasBecomeNull(known: object, added: object): boolean {
  if (known === added) return false;
  return Object.keys(added).some((key) => {
    const [before, now] = [childOf(known, key), childOf(added, key)];
    if (before === undefined || before === null) return false;
    return now === null || (isContainer(before) && isContainer(now) && hasBecomeNull(before, now));
  });
}
