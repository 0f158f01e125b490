// biome-ignore-all lint/suspicious/noExplicitAny: replaced by the service in the next commit
import type { Platform } from '../../../platform/subgraph.js';

export type AlertService = any;
export type AlertConnectionRecord = any;
export type FacetsRecord = any;
export type HistogramBucket = any;
export type EndpointConnectionRecord = any;
export type ImportResult = any;
export type StatusChangeResult = any;

export function createAlertService(_platform: Platform): AlertService {
  return { jobs: [] };
}
