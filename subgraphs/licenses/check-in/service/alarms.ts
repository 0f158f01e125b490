import { boundedCache } from '../../../../platform/bounded-cache.js';
import type { Clock } from '../../../../platform/clock.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import type { SecurityEvents } from '../../../../platform/security-events.js';
import { recordSighting, type Sightings } from '../rules/sightings.js';

/**
 * Maximum number of tracked controllers; `maxSources` limits the tracked sources. The least recently used ones are
 * evicted.
 */
const maxControllers = 20_000;
const maxSources = 1000;
/**
 * Minimum number of seconds between two log entries about impersonation from the same source with the same certificate.
 */
const logIntervalSeconds = 60;

export interface AlarmSettings {
  /** Length of the window in seconds; 0 disables the alarms about alternating sources and new controllers. */
  readonly windowSeconds: number;
  /** Number of new controllers within the window that raises an alarm; 0 disables it. */
  readonly newControllers: number;
}

/** New controllers from one source, or from all sources, within one window. */
interface Burst {
  /** Time of the first check-in of a new controller within the window, in Unix epoch seconds. */
  readonly since: number;
  readonly guids: Set<string>;
}

/**
 * Raises alarms about check-ins at this process: controllers that check in from alternating sources, bursts of new
 * controllers, and use of the GUIDs of other controllers. Its state is in memory and bounded.
 */
export class CheckInAlarms {
  readonly #events: SecurityEvents;
  readonly #clock: Clock;
  readonly #settings: AlarmSettings;
  readonly #sightings = boundedCache<string, Sightings>(maxControllers);
  readonly #bursts = boundedCache<string, Burst>(maxSources);
  readonly #logged = boundedCache<string, number>(maxSources);
  #burst: Burst = { since: Number.NEGATIVE_INFINITY, guids: new Set() };

  constructor(options: { events: SecurityEvents; clock: Clock; settings: AlarmSettings }) {
    this.#events = options.events;
    this.#clock = options.clock;
    this.#settings = options.settings;
  }

  /** Numbers of controllers and sources that are currently tracked. */
  get size(): { controllers: number; sources: number } {
    return { controllers: this.#sightings.size, sources: this.#bursts.size };
  }

  /** Records a check-in of a controller from a source address. */
  recordCheckIn(guid: string, address: string): void {
    const { windowSeconds } = this.#settings;
    if (windowSeconds === 0) return;
    const source = rateSubject(address);
    const previous = this.#sightings.get(guid);
    const { sightings, alternates } = recordSighting(previous, { source, now: this.#now(), windowSeconds });
    if (sightings !== previous) this.#sightings.set(guid, sightings);
    if (!alternates) return;
    this.#events.report({
      name: 'check_in_sources_alternate',
      message:
        'a controller checks in from several sources alternately: its GUID may have been copied to another machine',
      facts: { guid, source, sources: sightings.sources.join(' '), windowSeconds },
      objects: [`controller:${guid}`],
      isLogged: true,
    });
  }

  /** Records a check-in of an unregistered controller from a source address, whether or not a seat is free. */
  recordNewController(guid: string, address: string): void {
    const { windowSeconds, newControllers } = this.#settings;
    if (windowSeconds === 0 || newControllers === 0) return;
    const source = rateSubject(address);
    const burst = this.#current(this.#bursts.get(source));
    this.#bursts.set(source, burst);
    this.#burst = this.#current(this.#burst);
    const bursts = [
      ['source', burst, 'many unregistered controllers checked in from one source'],
      ['license', this.#burst, 'many unregistered controllers checked in'],
    ] as const;
    for (const [scope, controllers, message] of bursts) {
      if (!this.#addToBurst(controllers, guid)) continue;
      const facts = { scope, source, count: newControllers, windowSeconds };
      this.#events.report({ name: 'check_in_new_controllers', message, facts, isLogged: true });
    }
  }

  /** Reports a check-in whose GUID is not among those of the client certificate. */
  reportImpersonation(facts: { guid: string; certificateGuids: string; source: string }): void {
    const now = this.#now();
    const key = `${facts.source} ${facts.certificateGuids}`;
    const isLogged = Math.abs(now - (this.#logged.get(key) ?? Number.NEGATIVE_INFINITY)) >= logIntervalSeconds;
    if (isLogged) this.#logged.set(key, now);
    const message = 'a controller was rejected: it checked in with the GUID of another controller';
    const objects = [`controller:${facts.guid}`] as const;
    this.#events.report({ name: 'check_in_of_another_controller', message, facts, objects, isLogged });
  }

  #current(burst: Burst | undefined): Burst {
    const now = this.#now();
    const isOver = burst === undefined || Math.abs(now - burst.since) >= this.#settings.windowSeconds;
    return isOver ? { since: now, guids: new Set() } : burst;
  }

  /** Adds a controller to a burst. Returns true if that raises the alarm, which happens once per window. */
  #addToBurst({ guids }: Burst, guid: string): boolean {
    if (guids.size >= this.#settings.newControllers || guids.has(guid)) return false;
    guids.add(guid);
    return guids.size === this.#settings.newControllers;
  }

  #now(): number {
    return this.#clock.now() / 1000;
  }
}
