// Builds the programs that stand inline in pages, from src/delivery/inline/, into one module of strings, which the server and the documents
// import:
//   node_modules/.bin/node src/delivery/build/inline.ts
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const folder = path.join(import.meta.dirname, '..', 'inline');
const PROGRAMS = ['theme', 'follow-theme', 'choose-theme', 'show-toast', 'show-held', 'early-start', 'keep-taps'];
export const BUILT = path.join(folder, 'programs.ts');

/** Returns the text of programs.ts. */
export async function builtPrograms(): Promise<string> {
  const lines = [
    '// Made from the other files of this folder by src/delivery/build/inline.ts. The pages’ policy allows each by its hash.',
  ];
  for (const name of PROGRAMS) {
    const program = await buildProgram(path.join(folder, `${name}.ts`));
    lines.push(`export const ${name.toUpperCase().replaceAll('-', '_')} = ${JSON.stringify(program)};`);
  }
  return `${lines.join('\n')}\n`;
}

async function buildProgram(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: 'chrome88',
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife', entryFileNames: '[name].js' } },
    },
  });
  const { output } = result as unknown as { output: [{ code: string }] };
  return output[0].code.trim();
}

if (import.meta.main) fs.writeFileSync(BUILT, await builtPrograms());
