import fs from 'node:fs';

/** How tests and measurements start Chromium: also as root and in a container, and without calls of its own. */
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

/** Returns the Chromium of this machine when asked for by CHROME or found; else the one that npm brought along. */
export async function findChromium(): Promise<string> {
  const known = [
    process.env['CHROME'],
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const installed = known.find((file) => file && fs.existsSync(file));
  if (installed) return installed;
  // Asks the package to unpack the libraries that a bare machine lacks; must be set before it is loaded.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
