import type { LoadedConfiguration } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';
import { databaseOf, type RunningInstance, recordInstance } from './instance/index.js';
import type { RunningProcess } from './running.js';

export interface RecordRunningOptions extends Pick<LoadedConfiguration, 'configuration'> {
  readonly kind: RunningInstance['kind'];
  /** Path of the instance's settings file; null if it has none. */
  readonly file: string | null;
  readonly log: Logger;
}

/**
 * Records a started process as a running instance until it is closed. A process that cannot be recorded serves without
 * a record.
 */
export function recordRunning<Started extends RunningProcess>(
  started: Started,
  options: RecordRunningOptions,
): Started {
  const { configuration, kind, file, log } = options;
  let remove = (): void => {};
  try {
    const { identity, name } = databaseOf(configuration);
    remove = recordInstance({
      kind,
      workingDirectory: process.cwd(),
      settingsFile: file,
      dataDirectory: configuration.server.dataDir,
      database: { identity, name },
      addresses: started.addresses,
      listening: started.listening,
    });
  } catch (error) {
    log.warn(
      { err: error },
      'the instance cannot be recorded, so commands do not find it: specify it in commands with --data-dir or --url',
    );
  }
  return {
    ...started,
    async close() {
      remove();
      await started.close();
    },
  };
}
