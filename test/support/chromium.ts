import fs from 'node:fs';

/** Arguments with which tests and measurements start Chromium: it works as root and in a container, and makes no calls of its own. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the Chromium named by CHROME, else that of this machine, else the one from npm. */
export async function findChromium(): Promise<string> {
  const known = [
    process.env['CHROME'],
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const installed = known.find((file) => file && fs.existsSync(file));
  if (installed) return installed;
  // Makes the package unpack libraries that a minimal system lacks; must be set before the package is loaded.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
