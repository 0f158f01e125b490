/** Follows notifications of a site. Payload: `{ siteId }`. */
export const syncJob = 'drive.sync';

/** Renews the subscription of a site, or creates another one, where that is due. Payload: `{ siteId }`. */
export const subscriptionJob = 'drive.subscription';

/** Sees every minute whether anything is due. */
export const tickJob = 'drive.tick';
