import { INK } from '../../server/pdf/ink.ts';

/**
 * Returns the web app manifest. iOS delivers notifications only to installed apps. The start page is the dashboard, which also opens
 * offline and, if there is no session, redirects to sign-in.
 */
export function manifestOf({ productName }: { productName: string }): string {
  return JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    description: 'Saiba o que o seu filho já sabe.',
    lang: 'pt-AO',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: INK.surface,
    theme_color: INK.cover,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-ground-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Fazer um teste', url: '/tests' },
      { name: 'Relatórios', url: '/reports' },
    ],
  });
}
