// Shows the worst open alerts with what all four domains know of them, then what happens to alerts, as it happens:
//   RAMPART_URL=http://127.0.0.1:4000 RAMPART_TOKEN=... node dashboard.ts
// `node dashboard.ts acknowledge ID` takes an alert over instead.
import { type AlertsEvent, followAlerts, longestPause, pauseFor, shortestPause } from './events.ts';
import {
  type AlertStatus,
  ChangeAlertStatusDocument,
  WorstOpenAlertsDocument,
  type WorstOpenAlertsQuery,
} from './generated/operations.ts';
import { ask, RequestFailed, type Server } from './graph.ts';

type Alert = NonNullable<WorstOpenAlertsQuery['alerts']>['nodes'][number];

const server: Server = {
  url: process.env.RAMPART_URL ?? 'http://127.0.0.1:4000',
  token: process.env.RAMPART_TOKEN,
};

const [command, id] = process.argv.slice(2);
if (command === 'acknowledge' && id !== undefined) {
  await changeStatus(id, 'ACKNOWLEDGED');
} else {
  await watch();
}

async function changeStatus(alertId: string, status: AlertStatus): Promise<void> {
  const { data, errors } = await ask(server, ChangeAlertStatusDocument, { id: alertId, status });
  for (const { message } of errors) console.error(message);
  if (data.updateAlert !== null) console.log(`${data.updateAlert.alert.id} is ${data.updateAlert.alert.status}`);
}

async function watch(): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const updates = followAlerts(server, {
    signal: stop.signal,
    onPause: (reason) => console.error(`live updates are unavailable: ${reason}`),
  });
  for await (const update of updates) {
    if (update.kind === 'alerts') show(update.event);
    else await showWorst(stop.signal);
  }
}

/** Asks until it can show them: a server that tells events may still be starting, or be the next one to stop. */
async function showWorst(signal: AbortSignal): Promise<void> {
  for (let pause = shortestPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await tryToShowWorst(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestFailed && error.isRefusal) throw error;
      console.error(`alerts are unavailable: ${error instanceof Error ? error.message : String(error)}`);
    }
    await pauseFor(pause, signal);
  }
}

async function tryToShowWorst(signal: AbortSignal): Promise<void> {
  const { data, errors } = await ask(server, WorstOpenAlertsDocument, { first: 5 }, signal);
  // Not the same as none: their domain is away.
  if (data.alerts === null) throw new RequestFailed(200, errors);
  // Each part that is missing says why; the rest is shown all the same.
  for (const message of new Set(errors.map((error) => error.message))) console.error(message);
  console.log(`open alerts: ${data.alerts.totalCount}`);
  for (const alert of data.alerts.nodes) console.log(lineOf(alert));
}

function lineOf({ severity, attackProb, endpoint, evidence }: Alert): string {
  const { hostname, controllers, domain } = endpoint;
  const observed = domain?.latestObservation?.status ?? 'never observed';
  return [
    `${severity} ${attackProb} ${hostname}`,
    `controllers: ${listed(controllers?.map(({ version, lastContact }) => `${version} seen ${lastContact}`))}`,
    `domain: ${domain === null ? 'none' : `${domain.name} ${observed}`}`,
    `evidence: ${listed(evidence?.map(({ notes, item }) => item?.path ?? notes))}`,
  ].join(' | ');
}

/** Null is not the same as none: the part could not be asked for. */
function listed(texts: readonly string[] | undefined): string {
  return texts === undefined ? 'unknown' : texts.join(', ') || 'none';
}

function show({ change, ids, alerts }: AlertsEvent): void {
  if (alerts === undefined) console.log(`${change}: ${ids.length} alerts`);
  for (const { id: alertId, severity, status, endpointId } of alerts ?? []) {
    console.log(`${change}: ${severity} ${status} ${endpointId} ${alertId}`);
  }
}
