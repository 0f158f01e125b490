/** Body of a request to `/api/check-license/`. */
export interface SentReport {
  guid: string;
  hostname: string;
  version: string;
  ip_addresses: string[];
  mac_address: string;
  os: string;
  label: string;
  logdir: string;
}

/** The report of a controller by its number, 0 to 65,535. Its values are unique. */
export function controllerReport(number: number): SentReport {
  const high = number >> 8;
  const low = number & 255;
  const digits = number.toString(16).padStart(4, '0');
  return {
    guid: `c0ffee00-0000-4000-8000-00000000${digits}`,
    hostname: `plc-${digits}.plant.example`,
    version: `4.1.${number}`,
    ip_addresses: [`10.20.${high}.${low}`],
    mac_address: `00:1b:44:11:${digits.slice(0, 2)}:${digits.slice(2)}`,
    os: `linux-${digits}`,
    label: `line ${digits}`,
    logdir: '/var/log/controller',
  };
}
