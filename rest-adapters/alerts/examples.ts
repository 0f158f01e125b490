const alert = {
  alert_id: '5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11',
  tenant_id: 'acme',
  endpoint_id: 'web-01.acme.example',
  severity: 'high',
  status: 'open',
  platform: 'linux',
  attack_prob: 0.91,
  confidence: 0.88,
  prediction: 'attack',
  ttp_techniques: ['T1059.004', 'T1003.008'],
  ttp_explanation: 'A shell read the password files',
  inference_ids: ['inference-1041', 'inference-1042'],
  related_endpoints: ['db-01.acme.example'],
  first_seen: 1772366000.5,
  last_seen: 1772366420.25,
  created_at: 1772366001.1,
  updated_at: 1772366421.7,
  analyst_notes: '',
  resolved_by: null,
  model_name: 'provenance-graph-7',
  num_nodes: 184,
  num_edges: 391,
};

/** An example of a successful response of each endpoint for OpenAPI, by the name of its operation. */
export const alertExamples: Readonly<Record<string, unknown>> = {
  GetHealth: { status: 'ok', service: 'alert-api', uptime_seconds: 86400.5, alerts_count: 1204 },
  ListAlerts: { alerts: [alert], total: 1, limit: 100, offset: 0 },
  GetAlert: alert,
  UpdateAlert: { ...alert, status: 'acknowledged', analyst_notes: 'Known scanner', resolved_by: 'analyst-7' },
  SubmitFeedback: { status: 'ok', alert_id: alert.alert_id, new_status: 'resolved', is_true_positive: true },
  ListEndpoints: [
    {
      endpoint_id: 'web-01.acme.example',
      tenant_id: 'acme',
      platform: 'linux',
      total_alerts: 12,
      open_alerts: 3,
      last_alert_time: 1772366420.25,
    },
  ],
};
