// `npm run fix`: formats all files, sorts their imports and applies the safe fixes of the linter.
import path from 'node:path';
import { runTool } from '../test/support/tool.ts';

const biome = path.join(import.meta.dirname, '..', 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const { status } = await runTool([biome, 'check', '--write', '.']);
process.exit(status ?? 1);
