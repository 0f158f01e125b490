/** An example of a successful response of each endpoint for OpenAPI, by the name of its operation. */
export const licenseExamples: Readonly<Record<string, unknown>> = {
  CheckLicense: {
    message: 'Valid License',
    default: { log_level: 'info', upload_interval_seconds: 300 },
  },
  GetLicenses: {
    active_controllers: [
      {
        guid: '6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11',
        timestamp: '2026-03-01 13:04:55',
        ip_addr: '10.20.0.14',
        hostname: 'plc-014.plant.example',
      },
    ],
  },
};
