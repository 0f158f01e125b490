import { registerEnumType } from 'type-graphql';
import {
  AlertOrderField,
  AlertStatus,
  AlertTime,
  ChangeInterface,
  HistogramInterval,
  InferenceOutcome,
  OrderDirection,
  Platform,
  Prediction,
  Severity,
} from '../vocabulary.js';

registerEnumType(AlertStatus, {
  name: 'AlertStatus',
  description: 'Where an alert stands in its handling. Any status may follow any other.',
  valuesConfig: {
    OPEN: { description: 'Nobody has looked at it yet; every alert starts here.' },
    ACKNOWLEDGED: { description: 'Somebody has seen it.' },
    INVESTIGATING: { description: 'Somebody is working on it.' },
    RESOLVED: { description: 'Done; a true positive when a verdict set it.' },
    FALSE_POSITIVE: { description: 'Done; there was no attack.' },
  },
});

registerEnumType(Severity, {
  name: 'Severity',
  description: 'How grave an alert is; follows from `attackProb`.',
  valuesConfig: {
    LOW: { description: '`attackProb` below 0.70.' },
    MEDIUM: { description: '`attackProb` from 0.70 to below 0.85.' },
    HIGH: { description: '`attackProb` from 0.85 to below 0.95.' },
    CRITICAL: { description: '`attackProb` of 0.95 and more.' },
  },
});

registerEnumType(Platform, {
  name: 'Platform',
  description: 'Operating system of an endpoint.',
  valuesConfig: { WINDOWS: { description: 'Microsoft Windows.' }, LINUX: { description: 'Linux.' } },
});

registerEnumType(Prediction, {
  name: 'Prediction',
  description: 'Raw label that the model gave.',
  valuesConfig: {
    ATTACK: { description: 'It saw an attack; only this opens alerts.' },
    BENIGN: { description: 'It saw none.' },
    ERROR: { description: 'It failed.' },
  },
});

registerEnumType(InferenceOutcome, {
  name: 'InferenceOutcome',
  description: 'What became of an inference that was handed over.',
  valuesConfig: {
    OPENED: { description: 'It opened a new alert.' },
    JOINED: { description: 'It was merged into an alert that stood already.' },
    IGNORED: { description: 'Below the threshold, or not predicted as an attack: recorded, but in no alert.' },
    REPEATED: { description: 'It had been imported before; nothing changed.' },
    REJECTED: { description: 'It breaks a rule; `errors` says which.' },
  },
});

registerEnumType(ChangeInterface, {
  name: 'ChangeInterface',
  description: 'The interface through which a change came in.',
  valuesConfig: {
    REST: { description: 'A documented path.' },
    GRAPHQL: { description: 'This graph.' },
    COMMAND_LINE: { description: 'The `rampart` command.' },
  },
});

registerEnumType(AlertOrderField, {
  name: 'AlertOrderField',
  description: 'What alerts are ordered by. Alerts that are equal in it follow each other by id.',
  valuesConfig: {
    CREATED_AT: { description: 'When the alert was opened: stable while alerts merge.' },
    LAST_SEEN: { description: 'When its latest inference was made.' },
    ATTACK_PROB: { description: 'The score of the model.' },
    SEVERITY: { description: 'The severity, and the score within one severity.' },
  },
});

registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Direction of an order.',
  valuesConfig: {
    ASC: { description: 'The least, or the oldest, first.' },
    DESC: { description: 'The greatest, or the newest, first.' },
  },
});

registerEnumType(AlertTime, {
  name: 'AlertTime',
  description: 'The moment by which a histogram counts an alert.',
  valuesConfig: {
    FIRST_SEEN: { description: 'When its first inference was made.' },
    LAST_SEEN: { description: 'When its latest inference was made.' },
    CREATED_AT: { description: 'When it was opened.' },
  },
});

registerEnumType(HistogramInterval, {
  name: 'HistogramInterval',
  description: 'Width of the buckets of a histogram. Buckets start at multiples of the width in UTC.',
  valuesConfig: {
    MINUTE: { description: '60 seconds.' },
    HOUR: { description: '3600 seconds.' },
    DAY: { description: '86400 seconds, from midnight UTC.' },
  },
});
