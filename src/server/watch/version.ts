import fs from 'node:fs';

/** The version in package.json. */
export const { version } = JSON.parse(fs.readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const commitFile = new URL('../../../dist/commit', import.meta.url);

/** The commit that was built, as the build noted it; empty when the sources run without a build. */
export const commit = fs.existsSync(commitFile) ? fs.readFileSync(commitFile, 'utf8').trim() : '';
