import { X509Certificate } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Logger } from '../../platform/log.js';
import { removeBrackets } from '../../platform/network/index.js';
import { readCertificateFiles, readCertificates } from './certificate-files.js';
import { type CertificateAndKey, readSelfSignedCertificate } from './self-signed-files.js';

/**
 * The certificate of a listener and, if the listener requests client certificates, the CA certificates that verify them
 * (PEM).
 */
interface ServedCertificate extends CertificateAndKey {
  readonly clientAuthorities?: string;
}

/** The certificate and key of a listener, and their renewal. */
export interface CertificateSource {
  readonly current: ServedCertificate;
  /**
   * Reloads the certificate files, and renews a self-signed certificate that expires soon. Returns whether the
   * certificate has changed. Errors are logged once, and the last valid certificate remains in use.
   */
  refresh(): Promise<boolean>;
}

export interface CertificateSourceOptions {
  /**
   * Name of the listener. It is used in messages and file names, and is the name of the listener's section in the
   * settings.
   */
  readonly name: string;
  /** Address at which the listener accepts connections. */
  readonly host: string;
  /** The setting `tls`: `auto`, `off`, or the paths of a certificate and a key, separated by a comma. */
  readonly tls: string;
  /**
   * PEM file with the CA certificates that verify client certificates; empty or absent disables client certificates.
   */
  readonly clientCaFile?: string;
  readonly server: Pick<Configuration['server'], 'dataDir' | 'publicUrl'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Opens the certificate that a setting `tls` selects.
 * @returns undefined for `off`
 * @throws {Error} with the file and the problem
 */
export async function openCertificateSource(options: CertificateSourceOptions): Promise<CertificateSource | undefined> {
  const { tls, name, log, clientCaFile = '' } = options;
  if (tls === 'off') return undefined;
  const readServed = tls === 'auto' ? () => readSelfSignedFiles(options) : async () => readFiles(options);
  const read = async (): Promise<ServedCertificate> => {
    const served = await readServed();
    return clientCaFile === '' ? served : { ...served, clientAuthorities: readAuthorities(name, clientCaFile) };
  };
  let current = await read();
  warnWhenExpired(current, options);
  let reported = '';
  return {
    get current() {
      return current;
    },
    async refresh() {
      try {
        const reloaded = await read();
        reported = '';
        if (isSame(reloaded, current)) return false;
        current = reloaded;
        log.info({ listener: name, expires: expiryOf(reloaded).toISOString() }, 'the certificate was reloaded');
        return true;
      } catch (error) {
        const { message } = error as Error; // Reading the files throws only instances of `Error`.
        if (message !== reported)
          log.error(
            { listener: name },
            `the certificate was not reloaded; the last valid one remains in use: ${message}`,
          );
        reported = message;
        return false;
      }
    },
  };
}

function isSame(a: ServedCertificate, b: ServedCertificate): boolean {
  const { certificate, key, clientAuthorities } = b;
  return a.certificate === certificate && a.key === key && a.clientAuthorities === clientAuthorities;
}

function readAuthorities(name: string, path: string): string {
  try {
    return readCertificates(path);
  } catch (error) {
    throw new Error(`[${name}] client_ca_file: ${(error as Error).message}`); // Only instances of `Error` are thrown.
  }
}

/** Paths of a listener's self-signed certificate and its key. */
export function selfSignedCertificateFiles(name: string, { dataDir }: Pick<Configuration['server'], 'dataDir'>) {
  return {
    certificateFile: join(dataDir, `${name}-certificate.pem`),
    keyFile: join(dataDir, `${name}-key.pem`),
  };
}

async function readSelfSignedFiles({
  name,
  host,
  server,
  clock,
  log,
}: CertificateSourceOptions): Promise<CertificateAndKey> {
  const publicName = server.publicUrl === '' ? [] : [removeBrackets(new URL(server.publicUrl).hostname)];
  const everywhere = host === '0.0.0.0' || host === '::';
  return await readSelfSignedCertificate({
    ...selfSignedCertificateFiles(name, server),
    names: [...new Set(['localhost', '127.0.0.1', '::1', ...(everywhere ? [] : [host]), ...publicName])],
    additionalNames: [...machineHostName(), ...(everywhere ? machineAddresses() : [])],
    now: clock.now(),
    log,
  });
}

function readFiles({ name, tls }: CertificateSourceOptions): CertificateAndKey {
  const [certificateFile = '', keyFile = ''] = tls.split(',');
  try {
    return readCertificateFiles({ certificateFile, keyFile });
  } catch (error) {
    throw new Error(`[${name}] tls: ${(error as Error).message}`); // Only instances of `Error` are thrown.
  }
}

function machineHostName(): string[] {
  const name = hostname().toLowerCase();
  return /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(name) ? [name] : [];
}

/** The IP addresses of this machine, except link-local ones, which require a zone. */
function machineAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  return addresses.map(({ address }) => address).filter((address) => !/^fe[89ab]/i.test(address));
}

function expiryOf({ certificate }: CertificateAndKey): Date {
  return new X509Certificate(certificate).validToDate;
}

/**
 * Logs a warning if the certificate has expired. It is still served, because some clients do not verify certificates,
 * and others fail in either case.
 */
function warnWhenExpired(current: CertificateAndKey, { name, clock, log }: CertificateSourceOptions): void {
  const expired = expiryOf(current);
  if (expired.getTime() <= clock.now())
    log.warn(
      { listener: name, expired: expired.toISOString() },
      'the certificate has expired, but is still served: replace it',
    );
}
