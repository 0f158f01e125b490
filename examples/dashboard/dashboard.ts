// Shows the most severe open alerts with data of all four domains, then live updates:
//   SERVER_URL=http://127.0.0.1:4000 OPERATOR_TOKEN=... node dashboard.ts
// With the arguments `acknowledge ID`, it acknowledges an alert instead; with `follow`, it subscribes to open alerts.
import { type AlertsEvent, followAlerts, maxPauseMs, minPauseMs, pauseFor } from './events.ts';
import {
  type AlertStatus,
  ChangeAlertStatusDocument,
  WorstOpenAlertsDocument,
  type WorstOpenAlertsQuery,
} from './generated/operations.ts';
import { RequestFailed, type Server, sendRequest } from './graph.ts';
import { requestInParts } from './parts.ts';
import { followOpenAlerts } from './subscription.ts';

type Alert = NonNullable<WorstOpenAlertsQuery['alerts']>['nodes'][number];
type Domain = Exclude<Alert['endpoint']['domain'], undefined>;

const pending = '…';

const server: Server = {
  url: process.env.SERVER_URL ?? 'http://127.0.0.1:4000',
  token: process.env.OPERATOR_TOKEN,
};

const [command, id] = process.argv.slice(2);
if (command === 'acknowledge' && id !== undefined) {
  await changeStatus(id, 'ACKNOWLEDGED');
} else if (command === 'follow') {
  await follow();
} else {
  await watch();
}

async function follow(): Promise<void> {
  for await (const { data, errors = [] } of followOpenAlerts(server, createStopSignal())) {
    for (const { message } of errors) console.error(message);
    const alert = data?.alertChanged;
    if (alert === undefined || alert === null) continue;
    const { hostname, openAlerts, domain } = alert.endpoint;
    console.log(`${alert.severity} ${hostname}: ${openAlerts} open | domain: ${domain?.name ?? 'none'} | ${alert.id}`);
  }
}

/** Aborts when the program receives a signal to stop. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  return stop.signal;
}

async function changeStatus(alertId: string, status: AlertStatus): Promise<void> {
  const { data, errors } = await sendRequest(server, ChangeAlertStatusDocument, { id: alertId, status });
  for (const { message } of errors) console.error(message);
  if (data.updateAlert !== null) console.log(`${data.updateAlert.alert.id} is ${data.updateAlert.alert.status}`);
}

async function watch(): Promise<void> {
  const signal = createStopSignal();
  const updates = followAlerts(server, {
    signal,
    onPause: (reason) => console.error(`live updates are unavailable: ${reason}`),
  });
  for await (const update of updates) {
    if (update.kind === 'alerts') show(update.event);
    else await showMostSevere(signal);
  }
}

/**
 * Shows the most severe alerts. Retries until it succeeds, because a server that sends events may still be starting or
 * be about to stop.
 */
async function showMostSevere(signal: AbortSignal): Promise<void> {
  for (let pauseMs = minPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await tryToShowMostSevere(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestFailed && error.isRejection) throw error;
      console.error(`alerts are unavailable: ${error instanceof Error ? error.message : String(error)}`);
    }
    await pauseFor(pauseMs, signal);
  }
}

/**
 * Shows the alerts as soon as the first part of the response has arrived, and each alert again when more of its data
 * arrives.
 */
async function tryToShowMostSevere(signal: AbortSignal): Promise<void> {
  const shownLines = new Set<string>();
  for await (const { data, errors } of requestInParts(server, WorstOpenAlertsDocument, { first: 5 }, signal)) {
    // Null differs from an empty list: the domain is unavailable.
    if (data.alerts === null) throw new RequestFailed(200, errors);
    // Prints the reason for each missing part; the rest is shown.
    for (const message of new Set(errors.map((error) => error.message))) console.error(message);
    const lines = [`open alerts: ${data.alerts.totalCount}`, ...data.alerts.nodes.map(formatAlert)];
    for (const line of lines.filter((line) => !shownLines.has(line))) {
      shownLines.add(line);
      console.log(line);
    }
  }
}

function formatAlert({ severity, attackProb, endpoint, evidence }: Alert): string {
  const { hostname, controllers, domain } = endpoint;
  return [
    `${severity} ${attackProb} ${hostname}`,
    `controllers: ${formatList(controllers, ({ version, lastContact }) => `${version} seen ${lastContact}`)}`,
    `domain: ${domain === undefined ? pending : describe(domain)}`,
    `evidence: ${formatList(evidence, ({ notes, item }) => item?.path ?? notes)}`,
  ].join(' | ');
}

function describe(domain: Domain): string {
  return domain === null ? 'none' : `${domain.name} ${domain.latestObservation?.status ?? 'never observed'}`;
}

/**
 * Formats a list: `…` if it is undefined, because its part has not arrived yet; `unknown` if it is null, because it is
 * unavailable; `none` if it is empty.
 */
function formatList<Item>(items: readonly Item[] | null | undefined, formatItem: (item: Item) => string): string {
  if (items === undefined) return pending;
  return items === null ? 'unknown' : items.map(formatItem).join(', ') || 'none';
}

function show({ change, ids, alerts }: AlertsEvent): void {
  if (alerts === undefined) console.log(`${change}: ${ids.length} alerts`);
  for (const { id: alertId, severity, status, endpointId } of alerts ?? []) {
    console.log(`${change}: ${severity} ${status} ${endpointId} ${alertId}`);
  }
}
