/** The 22 fields of the specification's AlertResponse: REST names, with the corresponding names in the graph. */
export const alertFields = {
  alert_id: 'id',
  tenant_id: 'tenantId',
  endpoint_id: 'endpointId',
  severity: 'severity',
  status: 'status',
  platform: 'platform',
  attack_prob: 'attackProb',
  confidence: 'confidence',
  prediction: 'prediction',
  ttp_techniques: 'ttpTechniques',
  ttp_explanation: 'ttpExplanation',
  inference_ids: 'inferenceIds',
  related_endpoints: 'relatedEndpoints',
  first_seen: 'firstSeenEpoch',
  last_seen: 'lastSeenEpoch',
  created_at: 'createdAtEpoch',
  updated_at: 'updatedAtEpoch',
  analyst_notes: 'notes',
  resolved_by: 'actor',
  model_name: 'modelName',
  num_nodes: 'numNodes',
  num_edges: 'numEdges',
} as const;

const restSelection = Object.values(alertFields).join(' ');
/** The fields of an alert in REST, under their names in the public graph. */
const selection = restSelection.replaceAll('Epoch', '');

/**
 * The internal GraphQL operation of the alert list in REST. Its recorded statements are used by the reference
 * competitors. The public graph does not have these fields.
 */
export const restListOperation = `query RestList($limit: Int!) { alertPage(limit: $limit) { nodes { ${restSelection} } total limit offset } }`;
export const restOneOperation = `query RestOne($id: ID!) { alert(id: $id) { ${restSelection} } }`;

export const listOperation = `query List($limit: Int!) { alerts(first: $limit) { nodes { ${selection} } totalCount } }`;
export const oneOperation = `query One($id: ID!) { alert(id: $id) { ${selection} } }`;

/** The part of the joined operation that the alerts subgraph resolves. */
const joinedAlert = 'id severity status endpointId attackProb lastSeen';
const joinedDossier = 'analyst summary openedEpoch pages';
export const joinedOperation = `query Joined($limit: Int!) { alerts(first: $limit) { nodes { ${joinedAlert} dossier { ${joinedDossier} } } } }`;
/** The joined operation without the fields of the other subgraph, as the alerts subgraph receives it. */
export const joinedAlertsOperation = `query JoinedAlerts($limit: Int!) { alerts(first: $limit) { nodes { ${joinedAlert} } } }`;

export const listLimit = 100;
export const joinedLimit = 20;

/** Number of alerts in the dashboard query. */
export const dashboardAlerts = 20;
