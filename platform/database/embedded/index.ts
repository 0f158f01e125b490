export { embeddedBinaries } from './binaries.js';
export { type Cluster, type ClusterOptions, openCluster } from './cluster.js';
export { isAlive, startTimeOf } from './processes.js';
export {
  listSharedClusters,
  removeClustersBelow,
  removeSharedCluster,
  type SharedCluster,
  sizeOfCluster,
} from './shared-clusters.js';
