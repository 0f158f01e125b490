/**
 * A dashboard query over all four domains: the open alerts with the highest severity and their context. The demo prints
 * its result, a test counts its statements, and a benchmark measures it.
 */
export const dashboardQuery = `query WorstOpenAlerts($first: Int! = 1) {
  alerts(first: $first, filter: { status: [OPEN] }, orderBy: { field: SEVERITY }) {
    nodes {
      id severity attackProb
      endpoint {
        tenantId hostname openAlerts
        controllers { guid version lastContact }
        domain { name latestObservation { zone status data } }
      }
      evidence { notes actor item { name path size } }
    }
  }
}`;
