import { createDriveService, type DriveService } from '../../subgraphs/drive/service.js';
import { withPlatform } from '../platform.js';

/** Runs a function with the service of the drive domain. */
export async function withDrive(
  work: (drive: DriveService) => Promise<void>,
  options: Parameters<typeof withPlatform>[1] = {},
): Promise<void> {
  await withPlatform(async (platform) => {
    const drive = createDriveService(platform);
    try {
      await work(drive);
    } finally {
      await drive.close();
    }
  }, options);
}
