// Shows every component of the design system in every state, for development: npm run catalogue
import path from 'node:path';
import { createServer } from 'vite';

const root = path.dirname(import.meta.dirname);
const server = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { host: '127.0.0.1', port: 5180, strictPort: false },
});
await server.listen();
console.log(`${server.resolvedUrls?.local[0]}src/web/ui/catalogue/catalogue.html`);
