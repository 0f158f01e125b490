import type { ServerResponse } from 'node:http';
import { type Exchange, json } from './exchange.js';

export interface SimulatedSubscription {
  id: string;
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl?: string;
  resource: string;
  expirationDateTime: string;
  clientState: string;
}

type Overrides = Partial<{ clientState: string; subscriptionId: string }>;
/** The events about which a site sends lifecycle notifications. */
export const lifecycleEvents = ['missed', 'reauthorizationRequired', 'subscriptionRemoved'] as const;
export type LifecycleEvent = (typeof lifecycleEvents)[number];

/** Hooks around the response to a new subscription. */
interface AroundResponse {
  /** Called after the subscription is created; the response waits for it. */
  before?(subscription: SimulatedSubscription): unknown;
  /** Called after the response was sent. */
  after?(subscription: SimulatedSubscription): unknown;
}

/** The subscriptions to the simulated site, by id. */
export class SiteSubscriptions extends Map<string, SimulatedSubscription> {
  aroundResponse: AroundResponse = {};
  /** Whether to allow equal subscriptions. */
  allowsEqual = false;
  #made = 0;

  /** Handles a request for the list, a new subscription, or an existing one. */
  async respond({ request, response, url }: Exchange, body: string): Promise<void> {
    const id = url.pathname.split('/')[3];
    const subscription = id === undefined ? undefined : this.get(id);
    if (request.method === 'GET') json(response, 200, { value: [...this.values()].map(removeSecret) });
    else if (request.method === 'POST') await this.#subscribe(response, JSON.parse(body));
    else if (subscription === undefined)
      json(response, 404, { error: { code: 'ResourceNotFound', message: 'Unknown.' } });
    else if (request.method === 'DELETE') {
      this.delete(subscription.id);
      response.writeHead(204).end();
    } else {
      Object.assign(subscription, JSON.parse(body));
      json(response, 200, removeSecret(subscription));
    }
  }

  /** Notifies every subscriber of a change, or those of one site; returns the statuses of the responses. */
  async notify(overrides: Overrides = {}, siteId?: string): Promise<number[]> {
    const statuses: number[] = [];
    for (const subscription of this.#of(siteId)) statuses.push(await send(subscription, overrides));
    return statuses;
  }

  /**
   * Sends a lifecycle notification to the subscribers that have requested such notifications: all of them, or those of
   * one site. Returns the statuses of the responses. `subscriptionRemoved` also deletes the subscriptions.
   */
  async notifyLifecycle(lifecycleEvent: LifecycleEvent, siteId?: string): Promise<number[]> {
    const statuses: number[] = [];
    for (const subscription of this.#of(siteId)) {
      if (lifecycleEvent === 'subscriptionRemoved') this.delete(subscription.id);
      const { id, clientState, expirationDateTime, lifecycleNotificationUrl: url } = subscription;
      const expires = { subscriptionExpirationDateTime: expirationDateTime };
      const notification = { subscriptionId: id, clientState, tenantId: 'tenant-1', ...expires, lifecycleEvent };
      if (url !== undefined) statuses.push(await post(url, notification));
    }
    return statuses;
  }

  #of(siteId: string | undefined): SimulatedSubscription[] {
    return [...this.values()].filter(({ resource }) => siteId === undefined || resource.includes(`/${siteId}/`));
  }

  async #subscribe(response: ServerResponse, requested: Omit<SimulatedSubscription, 'id'>): Promise<void> {
    const isEqual = (one: SimulatedSubscription) =>
      one.notificationUrl === requested.notificationUrl && one.resource === requested.resource;
    if (!this.allowsEqual && [...this.values()].some(isEqual)) {
      json(response, 409, { error: { code: 'Conflict', message: 'There is an equal subscription.' } });
      return;
    }
    for (const url of [requested.notificationUrl, requested.lifecycleNotificationUrl]) {
      if (url === undefined || (await this.#isValidated(url))) continue;
      const message = 'Subscription validation request failed.';
      json(response, 400, { error: { code: 'ValidationError', message } });
      return;
    }
    const subscription = { id: `subscription-${++this.#made}`, ...requested };
    this.set(subscription.id, subscription);
    await this.aroundResponse.before?.(subscription);
    response.once('finish', () => this.aroundResponse.after?.(subscription));
    json(response, 201, subscription);
  }

  async #isValidated(url: string): Promise<boolean> {
    const token = `Validation: <b>${this.#made}</b> & more`;
    const target = `${url}?validationToken=${encodeURIComponent(token)}`;
    const request = { method: 'POST', headers: { 'content-type': 'text/plain' } };
    const response = await fetch(target, request).catch(() => undefined);
    return response?.status === 200 && (await response.text()) === token;
  }
}

async function send(subscription: SimulatedSubscription, overrides: Overrides): Promise<number> {
  return await post(subscription.notificationUrl, { ...notificationOf(subscription), ...overrides });
}

/** Sends a notification; returns the status of the response. */
export async function post(url: string, notification: object): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: [notification] }),
  });
  return response.status;
}

/** A notification in the format of Microsoft Graph. */
function notificationOf({ id, clientState, resource, expirationDateTime }: SimulatedSubscription) {
  return {
    ...{ subscriptionId: id, clientState, resource, changeType: 'updated', tenantId: 'tenant-1' },
    subscriptionExpirationDateTime: expirationDateTime,
    resourceData: { '@odata.type': '#Microsoft.Graph.DriveItem' },
  };
}

/** A subscription as in the list and in the responses to renewals. */
function removeSecret(subscription: SimulatedSubscription): object {
  return { ...subscription, clientState: null };
}
