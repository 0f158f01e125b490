import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.js';
import { rateSubject } from '../../../platform/rate-subject.js';
import type { SecurityEvents } from '../../../platform/security-events.js';
import { type Sightings, sight } from '../rules/sightings.js';

/** Of the controllers that checked in last; the others are forgotten. */
const maxControllers = 20_000;
const maxSources = 1000;
const loggedAgainSeconds = 60;

export interface AlarmSettings {
  /** 0: none are raised. */
  readonly windowSeconds: number;
  /** New controllers within the window that raise one; 0: none. */
  readonly newControllers: number;
}

/** New controllers of a source, or of all, within one window. */
interface Burst {
  readonly since: number;
  readonly guids: Set<string>;
}

/**
 * Watches check-ins of this process for controllers that are in two places and for floods of new ones. All that it knows is in memory,
 * and bounded: a check-in costs no statement for it.
 */
export class CheckInAlarms {
  readonly #events: SecurityEvents;
  readonly #clock: Clock;
  readonly #settings: AlarmSettings;
  readonly #sightings = new LRUCache<string, Sightings>({ max: maxControllers });
  readonly #bursts = new LRUCache<string, Burst>({ max: maxSources });
  readonly #logged = new LRUCache<string, number>({ max: maxSources });
  #burst: Burst = { since: Number.NEGATIVE_INFINITY, guids: new Set() };

  constructor(options: { events: SecurityEvents; clock: Clock; settings: AlarmSettings }) {
    this.#events = options.events;
    this.#clock = options.clock;
    this.#settings = options.settings;
  }

  /** How much is remembered. */
  get size(): { controllers: number; sources: number } {
    return { controllers: this.#sightings.size, sources: this.#bursts.size };
  }

  /** A controller that may check in did, from this address. */
  checkedIn(guid: string, address: string): void {
    const { windowSeconds } = this.#settings;
    if (windowSeconds === 0) return;
    const source = rateSubject(address);
    const before = this.#sightings.get(guid);
    const { sightings, alternates } = sight(before, { source, now: this.#now(), windowSeconds });
    if (sightings !== before) this.#sightings.set(guid, sightings);
    if (!alternates) return;
    const facts = { guid, source, sources: sightings.sources.join(' '), windowSeconds };
    const message = 'one controller checks in from several sources in turn: its GUID may be copied';
    this.#events.report({
      name: 'check_in_sources_alternate',
      message,
      facts,
      objects: [`controller:${guid}`],
      isLogged: true,
    });
  }

  /** A controller that is not registered checked in from this address, whether or not there is a seat for it. */
  appeared(guid: string, address: string): void {
    const { windowSeconds, newControllers } = this.#settings;
    if (windowSeconds === 0 || newControllers === 0) return;
    const source = rateSubject(address);
    const burst = this.#current(this.#bursts.get(source));
    this.#bursts.set(source, burst);
    this.#burst = this.#current(this.#burst);
    const facts = { source, count: newControllers, windowSeconds };
    if (this.#grows(burst, guid)) {
      const message = 'one source registers many new controllers';
      this.#events.report({
        name: 'check_in_new_controllers',
        message,
        facts: { scope: 'source', ...facts },
        isLogged: true,
      });
    }
    if (this.#grows(this.#burst, guid)) {
      const message = 'many new controllers register under the license';
      this.#events.report({
        name: 'check_in_new_controllers',
        message,
        facts: { scope: 'license', ...facts },
        isLogged: true,
      });
    }
  }

  /** A controller with a certificate of its own checked in with the GUID of another one. */
  impersonated(facts: { guid: string; certificateGuids: string; source: string }): void {
    const now = this.#now();
    const key = `${facts.source} ${facts.certificateGuids}`;
    const isLogged = now - (this.#logged.get(key) ?? Number.NEGATIVE_INFINITY) >= loggedAgainSeconds;
    if (isLogged) this.#logged.set(key, now);
    const message = 'a controller checked in with the GUID of another one, and was refused';
    const objects = [`controller:${facts.guid}`] as const;
    this.#events.report({ name: 'check_in_of_another_controller', message, facts, objects, isLogged });
  }

  #current(burst: Burst | undefined): Burst {
    const now = this.#now();
    const isOver = burst === undefined || now - burst.since >= this.#settings.windowSeconds;
    return isOver ? { since: now, guids: new Set() } : burst;
  }

  /** Adds a controller; true when the alarm is due: once, since no more than raise it are kept. */
  #grows({ guids }: Burst, guid: string): boolean {
    if (guids.size >= this.#settings.newControllers || guids.has(guid)) return false;
    guids.add(guid);
    return guids.size === this.#settings.newControllers;
  }

  #now(): number {
    return this.#clock.now() / 1000;
  }
}
