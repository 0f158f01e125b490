import type { HeldEvents } from '../../tables.js';
import type { Message } from './messages.js';
import { toOneLine } from './messages.js';
import { isQuiet, type QuietHours } from './quiet-hours.js';

/** Maximum number of pending deliveries of a rule. Further events are held back and summarized. */
const maxPending = 10_000;
/** Maximum number of held-back events that a summary lists. */
const maxExamples = 10;

/**
 * The throttle state of a rule: the messages queued in the current throttle window, the number of pending messages, and
 * the events that are held back.
 */
export interface ThrottleState {
  /** Start of the current throttle window, in Unix epoch milliseconds. */
  readonly windowStartsAt: number;
  /** Number of messages queued since the start of the throttle window. */
  readonly windowCount: number;
  readonly pending: number;
  readonly held: HeldEvents | null;
}

export interface Limits {
  readonly throttleMax: number;
  readonly throttleSeconds: number;
  readonly quietHours: QuietHours | null;
}

/** Reason why an event must be held back now; undefined if it may be sent. */
function holdReason(state: ThrottleState, limits: Limits, now: number): HeldEvents['reason'] | undefined {
  if (isQuiet(limits.quietHours, now)) return 'quiet_hours';
  if (state.pending >= maxPending) return 'backlog';
  return state.windowCount >= limits.throttleMax ? 'throttle' : undefined;
}

function currentWindow(state: ThrottleState, { throttleSeconds }: Limits, now: number): ThrottleState {
  const isOver = now - state.windowStartsAt >= throttleSeconds * 1000 || now < state.windowStartsAt;
  return isOver ? { ...state, windowStartsAt: now, windowCount: 0 } : state;
}

function countMessage(state: ThrottleState): ThrottleState {
  return { ...state, windowCount: state.windowCount + 1, pending: state.pending + 1 };
}

/** Releases the held-back events as one summary message, if a message may be sent now. */
export function release(options: {
  state: ThrottleState;
  limits: Limits;
  now: number;
  summarize(held: HeldEvents): Message;
}): {
  state: ThrottleState;
  messages: Message[];
} {
  const { limits, now, summarize } = options;
  const state = currentWindow(options.state, limits, now);
  if (state.held === null || holdReason(state, limits, now) !== undefined)
    return { state: options.state, messages: [] };
  return { state: { ...countMessage(state), held: null }, messages: [summarize(state.held)] };
}

/**
 * Admits events as messages up to the limits, and holds back the others. While events are held back, all later events
 * are held back as well.
 * @param options.messageOf called only for events that are admitted or listed as examples
 */
export function admit<Event extends { readonly kind: string }>(options: {
  state: ThrottleState;
  limits: Limits;
  now: number;
  events: readonly Event[];
  messageOf(event: Event): Message;
}): {
  state: ThrottleState;
  messages: Message[];
} {
  const { limits, now, messageOf } = options;
  const admittedMessages: Message[] = [];
  let state = options.state;
  for (const event of options.events) {
    state = state.held === null ? currentWindow(state, limits, now) : state;
    const reason = state.held?.reason ?? holdReason(state, limits, now);
    if (reason === undefined) {
      admittedMessages.push(messageOf(event));
      state = countMessage(state);
    } else {
      state = {
        ...state,
        held: addToHeld(state.held, { kind: event.kind, message: () => messageOf(event), reason, now }),
      };
    }
  }
  return { state, messages: admittedMessages };
}

function addToHeld(
  held: HeldEvents | null,
  added: { kind: string; message: () => Message; reason: HeldEvents['reason']; now: number },
): HeldEvents {
  const { kind, message, reason, now } = added;
  const before: HeldEvents = held ?? { reason, since: now, until: now, counts: {}, examples: [] };
  return {
    ...before,
    until: now,
    counts: { ...before.counts, [kind]: (before.counts[kind] ?? 0) + 1 },
    examples: before.examples.length < maxExamples ? [...before.examples, exampleOf(message())] : before.examples,
  };
}

function exampleOf({ type, title, data }: Message): HeldEvents['examples'][number] {
  return { type, id: toOneLine(String(data.id)), title };
}
